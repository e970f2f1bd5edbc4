# SPDX-License-Identifier: Apache-2.0
"""Adds to the site what is elsewhere in the repository: pages that are its files, and the API documentation.

mkdocs.yml lists the pages (extra: included:). All pages have the links that work in the checkout; here they lead to the
pages of the site, and those to an exported class, such as GroupRequest.java or GroupRequest.java#Builder, to its
documentation.
"""

import os
import posixpath
import re
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

REPOSITORY = Path(__file__).resolve().parent.parent
# The libraries with API documentation: their folder in the checkout, that of the site, and their module.
APIS = {
    "groups-java": ("api", "org.pmixj"),
    "collectives": ("api/collectives", "org.pmixj.collectives"),
    "elastic": ("api/elastic", "org.pmixj.elastic"),
}
# Or a block of code, which has none.
LINK = re.compile(r"(?ms)^(?P<fence>```+).*?^(?P=fence)$|\[(?P<words>[^\]\[]+)\]\((?P<target>[^)\s:]+)\)")
SOURCE = re.compile(r"(groups-java|collectives|elastic)/src/(?:main|generated)/java/(?!org/pmixj/internal/)(.+)\.java")


def on_files(files, config):
    for page, source in config.extra["included"].items():
        text = (REPOSITORY / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    for library, (there, _) in APIS.items():
        api = made(library)
        if not (api / "index.html").is_file():
            raise PluginError(f"there is no API documentation in {api}; guide/build makes it")
        for folder, _, names in os.walk(api):
            for name in names:
                path = Path(folder, name)
                files.append(File.generated(config, f"{there}/{path.relative_to(api)}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown, page, config, files):
    name = page.file.src_uri
    if name.startswith("reference/"):
        # Wide tables need the room.
        page.meta.setdefault("hide", ["toc"])
    included = config.extra["included"]
    source = included.get(name, f"guide/docs/{name}")
    pages = {file: there for there, file in included.items()}

    def replace(match):
        words, target = match["words"], match["target"]
        file, _, anchor = (target or "").partition("#")
        if not file:
            return match.group()
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), file))
        path = path + "/README.md" if (REPOSITORY / path / "README.md").is_file() else path
        if path in pages or path.startswith("guide/docs/"):
            there = pages.get(path, path.removeprefix("guide/docs/")) + ("#" + anchor if anchor else "")
        elif of_api := SOURCE.fullmatch(path):
            there = documentation(of_api[1], of_api[2], anchor)
        else:
            # A file that is no page is named without a link.
            return words if words.strip("`/") in (path, posixpath.basename(path)) else f"{words} (`{path}`)"
        return f"[{words}]({posixpath.relpath(there, posixpath.dirname(name) or '.')})"

    return LINK.sub(replace, markdown)


def made(library):
    """Returns the folder in which Javadoc writes."""
    return REPOSITORY / library / "target/reports/apidocs"


def documentation(library, java, nested):
    """Returns the page of a class, a package or the module."""
    there, module = APIS[library]
    page = java.replace("package-info", "package-summary") + ("." + nested if nested else "")
    page = "index.html" if java == "module-info" else f"{module}/{page}.html"
    if not (made(library) / page).is_file():
        raise PluginError(f"the API documentation of {library} has no {page}")
    return f"{there}/{page}"
