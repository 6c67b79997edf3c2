package org.caravan.server.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {

    private static final byte[] VALUE = "winter is long".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path data;

    private Secrets secrets;

    @BeforeEach
    void open() {
        secrets = opened();
    }

    private Secrets opened() {
        return new Secrets(data.resolve("secrets"), data.resolve("secrets.key"));
    }

    @Test
    void aValueOutlivesTheServerAndIsNowhereInTheFolder() throws IOException {
        secrets.set("shop-db-password", VALUE);
        assertThat(opened().secret("shop-db-password").orElseThrow().value().bytes()).isEqualTo(VALUE);
        assertThat(new String(Files.readAllBytes(data.resolve("secrets/shop-db-password")), StandardCharsets.ISO_8859_1))
                .doesNotContain("winter");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("secrets.key")))).isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("secrets/shop-db-password")))).isEqualTo("rw-------");
        assertThat(secrets.secret("shop-db-password").toString()).doesNotContain("winter");
    }

    @Test
    void theVersionChangesWithTheValueAlone() throws IOException {
        String first = secrets.set("a", VALUE).version();
        byte[] stored = Files.readAllBytes(data.resolve("secrets/a"));
        assertThat(secrets.set("a", VALUE).version()).isEqualTo(first);
        assertThat(Files.readAllBytes(data.resolve("secrets/a"))).as("the same value again changes nothing").isEqualTo(stored);
        assertThat(secrets.set("b", VALUE).version()).as("names differ, so that equal values do not show").isNotEqualTo(first);
        assertThat(secrets.set("a", "x".getBytes(StandardCharsets.UTF_8)).version()).isNotEqualTo(first);
    }

    @Test
    void aFileThatWasChangedOrExchangedIsNoSecret() throws IOException {
        secrets.set("a", VALUE);
        secrets.set("b", "other".getBytes(StandardCharsets.UTF_8));
        Files.copy(data.resolve("secrets/a"), data.resolve("secrets/c"));
        assertThatIllegalStateException().isThrownBy(() -> secrets.secret("c")).withMessageContaining("Secret c").withMessageContaining("\nMaybe ");
        byte[] stored = Files.readAllBytes(data.resolve("secrets/b"));
        stored[stored.length - 1] ^= 1;
        Files.write(data.resolve("secrets/b"), stored);
        assertThatIllegalStateException().isThrownBy(() -> secrets.secret("b"));
    }

    @Test
    void namesStayInTheFolder() {
        assertThat(secrets.secret("../secrets.key")).isEqualTo(Optional.empty());
        assertThat(secrets.remove("../secrets.key")).isFalse();
        assertThat(Files.exists(data.resolve("secrets.key"))).isTrue();
        assertThat(secrets.list()).isEmpty();
    }
}
