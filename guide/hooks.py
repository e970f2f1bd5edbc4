# SPDX-License-Identifier: Apache-2.0
"""Adds to the site what is elsewhere in the repository: pages that are its files, and the API documentation.

mkdocs.yml lists the pages (extra: included:). A page links to a class by [text](api:Class) or api:Class.Nested.
"""

import os
import posixpath
import re
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

REPOSITORY = Path(__file__).resolve().parent.parent
API = REPOSITORY / "groups-java/target/reports/apidocs"
LINK = re.compile(r"\]\(([^)\s]+)\)")
LINKED = re.compile(r"\[([^\]\[]+)\]\(([^)\s:]+)\)")


def on_files(files, config):
    for page, source in config.extra["included"].items():
        text = (REPOSITORY / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=to_pages(text, page, source, config)))
    if not (API / "index.html").is_file():
        raise PluginError(f"there is no API documentation in {API}; guide/build makes it")
    for folder, _, names in os.walk(API):
        for name in names:
            path = Path(folder, name)
            files.append(File.generated(config, f"api/{path.relative_to(API)}", abs_src_path=str(path)))
    return files


def to_pages(text, page, source, config):
    """Has the links of a file of the repository lead to pages. Files that are no page are named without a link."""
    pages = {file: name for name, file in config.extra["included"].items()}

    def replace(match):
        words, target = match.groups()
        name, _, anchor = target.partition("#")
        if not name:
            return match.group()
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), name))
        path = path + "/README.md" if (REPOSITORY / path / "README.md").is_file() else path
        if path in pages or path.startswith("guide/docs/"):
            there = pages.get(path, path.removeprefix("guide/docs/"))
            relative = posixpath.relpath(there, posixpath.dirname(page) or ".")
            return f"[{words}]({relative}{'#' + anchor if anchor else ''})"
        return words if words.strip("`/") in (path, posixpath.basename(path)) else f"{words} (`{path}`)"

    return LINKED.sub(replace, text)


def on_page_markdown(markdown, page, config, files):
    if page.file.src_uri.startswith("reference/"):
        # Wide tables need the room.
        page.meta.setdefault("hide", ["toc"])
    up = "../" * page.file.src_uri.count("/")

    def replace(match):
        target = match.group(1)
        if not target.startswith("api:"):
            return match.group()
        name = target.removeprefix("api:")
        found = [path for path in API.glob(f"org.pmixj/**/{name}.html") if path.parent.name != "class-use"]
        if len(found) != 1:
            raise PluginError(f"{page.file.src_uri}: {len(found)} classes are called {name}")
        return f"]({up}api/{found[0].relative_to(API)})"

    return LINK.sub(replace, markdown)
