package org.caravan.server.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.caravan.diagnostic.UnreadableRecord;
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
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("secrets/shop-db-password"))))
                .isEqualTo("rw-------");
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
        assertThatExceptionOfType(UnreadableRecord.class).isThrownBy(() -> secrets.secret("c"))
                .withMessageContaining("The stored secret (c)").withMessageContaining("\nMaybe ");
        byte[] stored = Files.readAllBytes(data.resolve("secrets/b"));
        stored[stored.length - 1] ^= 1;
        Files.write(data.resolve("secrets/b"), stored);
        assertThatExceptionOfType(UnreadableRecord.class).isThrownBy(() -> secrets.secret("b"));
    }

    @Test
    void anotherKeyOpensWhatTheFormerWroteAndVersionsStay() throws IOException {
        String version = secrets.set("a", VALUE).version();
        byte[] formerKey = Files.readAllBytes(data.resolve("secrets.key"));
        byte[] stored = Files.readAllBytes(data.resolve("secrets/a"));
        assertThat(secrets.rotateKey().secrets()).isEqualTo(1);
        assertThat(Files.readAllBytes(data.resolve("secrets.key"))).isNotEqualTo(formerKey);
        assertThat(Files.readAllBytes(data.resolve("secrets/a"))).isNotEqualTo(stored);
        for (Secrets each : List.of(secrets, opened())) {
            assertThat(each.secret("a").orElseThrow().value().bytes()).isEqualTo(VALUE);
            assertThat(each.version("a")).as("nothing is supplied anew").contains(version);
        }
        Files.write(data.resolve("secrets.key"), formerKey);
        assertThatExceptionOfType(UnreadableRecord.class).as("the former key opens nothing").isThrownBy(() -> opened().secret("a"));
    }

    @Test
    void aRotationThatTheServersEndBrokeOffIsEndedAtTheNextStart() throws IOException {
        secrets.set("a", VALUE);
        secrets.set("b", VALUE);
        String version = secrets.version("b").orElseThrow();
        SecretKeys keys = new SecretKeys(data.resolve("secrets.key"));
        keys.beginRotation();
        Files.write(data.resolve("secrets/a"), keys.encrypt("a", VALUE)); // and then the machine stands still
        Secrets after = opened();
        assertThat(after.secret("a").orElseThrow().value().bytes()).isEqualTo(VALUE);
        assertThat(after.secret("b").orElseThrow().value().bytes()).isEqualTo(VALUE);
        assertThat(after.version("b")).contains(version);
        assertThat(Files.exists(data.resolve("secrets.key.next"))).isFalse();
    }

    /** As they were written before keys had ids: nonce and content alone. */
    @Test
    void whatAnEarlierCaravanWroteIsReadAndWrittenAnew() throws IOException {
        secrets.set("a", VALUE);
        byte[] stored = Files.readAllBytes(data.resolve("secrets/a"));
        Files.write(data.resolve("secrets/a"), Arrays.copyOfRange(stored, 12, stored.length));
        assertThat(opened().secret("a").orElseThrow().value().bytes()).isEqualTo(VALUE);
        secrets.rotateKey();
        assertThat(opened().secret("a").orElseThrow().value().bytes()).isEqualTo(VALUE);
    }

    @Test
    void namesStayInTheFolder() {
        assertThat(secrets.secret("../secrets.key")).isEqualTo(Optional.empty());
        assertThat(secrets.remove("../secrets.key")).isFalse();
        assertThat(Files.exists(data.resolve("secrets.key"))).isTrue();
        assertThat(secrets.list()).isEmpty();
    }
}
