// java TrustStore.java BUNDLE STORE
// Converts a PEM file of certificates to a trust store for Java.

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;

void main(String[] args) throws Exception {
    // Java reads the certificates of a JKS store without a password.
    var store = KeyStore.getInstance("JKS");
    store.load(null, null);
    try (var in = Files.newInputStream(Path.of(args[0]))) {
        int count = 0;
        for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
            store.setCertificateEntry("host-" + count++, certificate);
        }
    }
    try (var out = Files.newOutputStream(Path.of(args[1]))) {
        store.store(out, "changeit".toCharArray());
    }
}
