package org.caravan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with a certificate that signs itself, on loopback. */
class TrustStoreTest {

    private static final String PASSWORD = "changeit";

    @TempDir
    static Path folder;

    private static HttpsServer server;

    @BeforeAll
    static void start() throws Exception {
        Path keys = folder.resolve("keys.p12");
        keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=caravan", "-ext", "san=ip:127.0.0.1", "-validity", "2", "-keystore",
                keys.toString());
        keytool("-exportcert", "-rfc", "-file", folder.resolve("server.crt").toString(), "-keystore", keys.toString());
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(keys)) {
            store.load(file, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            byte[] body = "{\"status\":\"UP\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-alias", "server", "-storetype", "PKCS12", "-storepass", PASSWORD));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    private static String status(Optional<Path> authorities) {
        URI address = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
        return new Api(address, Optional.empty(), authorities).get(ApiPath.of("health")).path("status").asString();
    }

    @Test
    void whoNobodyKnowsIsNotTrustedAndHowToKnowThemIsSaid() {
        assertThatThrownBy(() -> status(Optional.empty()))
                .isInstanceOfSatisfying(ApiFault.class, fault -> assertThat(fault.code()).isEqualTo("server-not-trusted"))
                .hasMessageContaining("is not trusted").hasMessageEndingWith("as PEM: CARAVAN_CA_FILE=FILE.");
    }

    @Test
    void aCertificateInTheFileIsTrusted() {
        assertThat(status(Optional.of(folder.resolve("server.crt")))).isEqualTo("UP");
    }

    @Test
    void aFileWithoutCertificatesIsRefusedBeforeAnythingIsAsked() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty.crt"), "");
        Path torn = Files.writeString(folder.resolve("torn.crt"), "-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n");
        for (Path file : List.of(empty, torn, folder.resolve("missing.crt"))) {
            assertThatThrownBy(() -> status(Optional.of(file)))
                    .isInstanceOfSatisfying(ApiFault.class, fault -> assertThat(fault.code()).isEqualTo("authorities-unreadable"))
                    .hasMessageContaining(file.toString()).hasMessageContaining("\n    Maybe ");
        }
    }
}
