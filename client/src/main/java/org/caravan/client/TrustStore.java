package org.caravan.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Trusted certificates: the authorities of Java, and the certificates in a file, which may be the server's own. */
final class TrustStore {

    /** Environment variable with the path of the file: PEM, one or more certificates. */
    static final String VARIABLE = "CARAVAN_CA_FILE";

    private TrustStore() {}

    static Optional<Path> file() {
        return Optional.ofNullable(System.getenv(VARIABLE)).map(String::strip).filter(name -> !name.isEmpty()).map(Path::of);
    }

    /** @throws ApiFault {@code authorities-unreadable} */
    static SSLContext with(Path file) {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store(certificates(file)));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw unreadable(file, e.getMessage());
        }
    }

    private static Collection<? extends Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        try (InputStream text = Files.newInputStream(file)) {
            Collection<? extends Certificate> found = CertificateFactory.getInstance("X.509").generateCertificates(text);
            if (found.isEmpty()) {
                throw unreadable(file, "it holds none");
            }
            return found;
        }
    }

    private static KeyStore store(Collection<? extends Certificate> more) throws IOException, GeneralSecurityException {
        TrustManagerFactory known = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        known.init((KeyStore) null);
        List<Certificate> all = new ArrayList<>(more);
        Arrays.stream(known.getTrustManagers()).filter(X509TrustManager.class::isInstance)
                .forEach(each -> all.addAll(List.<X509Certificate>of(((X509TrustManager) each).getAcceptedIssuers())));
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate each : all) {
            store.setCertificateEntry(Integer.toString(store.size()), each);
        }
        return store;
    }

    private static ApiFault unreadable(Path file, String why) {
        return new ApiFault("authorities-unreadable", "The certificates in (" + file + "), which " + VARIABLE + " names, cannot be read: "
                + why
                + ".\n    Maybe write them as PEM, as in -----BEGIN CERTIFICATE-----.");
    }
}
