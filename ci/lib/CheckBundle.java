// java CheckBundle.java FOLDER VERSION
// Checks what Maven Central requires of the artifacts in FOLDER, and prints what is missing.

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;

final List<String> wrong = new ArrayList<>();

void need(boolean right, Path where, String what) {
    if (!right) {
        wrong.add(where + ": " + what);
    }
}

void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
        files = all.filter(Files::isRegularFile).toList();
    }
    int poms = 0;
    for (Path file : files) {
        String name = file.toString();
        if (name.matches(".*\\.(md5|sha1|sha256|sha512|asc)")) {
            continue;
        }
        need(Files.exists(Path.of(name + ".asc")), file, "no signature");
        for (var sum : Map.of("md5", "MD5", "sha1", "SHA-1").entrySet()) {
            Path written = Path.of(name + "." + sum.getKey());
            String digest = HexFormat.of().formatHex(MessageDigest.getInstance(sum.getValue()).digest(Files.readAllBytes(file)));
            need(Files.exists(written) && Files.readString(written).strip().equals(digest), written, "missing or wrong");
        }
        need(file.getFileName().toString().contains("-" + args[1]), file, "another version than " + args[1]);
        if (name.endsWith(".pom")) {
            poms++;
            checkPom(file, args[1]);
        }
    }
    need(poms > 0, folder, "no POM");
    wrong.forEach(System.err::println);
    System.exit(wrong.isEmpty() ? 0 : 1);
}

void checkPom(Path pom, String version) throws Exception {
    var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    var xpath = XPathFactory.newInstance().newXPath();
    for (String path : List.of(
            "groupId",
            "artifactId",
            "name",
            "description",
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "scm/connection",
            "scm/developerConnection",
            "scm/url")) {
        need(!xpath.evaluate("normalize-space(/project/" + path + ")", document).isEmpty(), pom, "no " + path);
    }
    need(xpath.evaluate("/project/version", document).equals(version), pom, "the version is not " + version);
    need(xpath.evaluate("count(/project/parent)", document).equals("0"), pom, "it has a parent, which is not published");
    need(!xpath.evaluate("/project", document).contains("${"), pom, "a property is left in it");
    need(!xpath.evaluate("/project", document).contains("SNAPSHOT"), pom, "it names a SNAPSHOT");
    need(
            xpath.evaluate("count(//dependency[not(version)])", document).equals("0"),
            pom,
            "a dependency has no version");
    String base = pom.toString().replaceFirst("\\.pom$", "");
    need(Files.exists(Path.of(base + "-cyclonedx.json")), pom, "no list of contents (SBOM)");
    if (!xpath.evaluate("/project/packaging", document).equals("pom")) {
        for (String kind : List.of("", "-sources", "-javadoc")) {
            need(Files.exists(Path.of(base + kind + ".jar")), pom, "no " + new File(base + kind).getName() + ".jar");
        }
    }
}
