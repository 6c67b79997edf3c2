package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.caravan.ssh.Machine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The attack of the security review of 2026-11-25: bash does not count NULs, so NULs in one call moved the beginning of the next call's
 * header into text that another organisation chose
 */
class ShiftedFrameTest {

    private static final Machine MACHINE = new Machine("pi-1", "127.0.0.1", 22, "bed");
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final LocalBash bash = new LocalBash();
    private final RemoteSessionPool sessions = new RemoteSessionPool(bash);

    @AfterEach
    void end() {
        sessions.close();
        bash.close();
    }

    /** Start words as an image has them, quoted into a script as {@link NodeScripts} does it. */
    private byte[] callOfAHostileImage() {
        String payload = "{ id; echo proof; } >" + folder.resolve("proof");
        String start = "x\n" + "A".repeat(20_000) + " 1 " + payload.length() + "\n" + payload + "\0".repeat(16_000);
        return ("START='exec " + start.replace("'", "'\\''") + "'\n: made\n").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void textOfATenantIsNeverReadAsACall() {
        List<CompletableFuture<Throwable>> copies = Stream.generate(() -> CompletableFuture.supplyAsync(() ->
                catchThrowable(() -> sessions.on(MACHINE).run(callOfAHostileImage(), Duration.ofSeconds(3), LONG)))).limit(2).toList();
        copies.forEach(CompletableFuture::join);
        assertThat(Files.exists(folder.resolve("proof"))).as("text of the image ran as a program of the host").isFalse();
        assertThat(copies).allSatisfy(copy -> assertThat(copy.join()).hasMessageContaining("NUL"));
        assertThat(sessions.on(MACHINE).run("echo on".getBytes(StandardCharsets.UTF_8), LONG, LONG).output()).isEqualTo("on");
        assertThat(bash.begun).as("sessions").hasSize(1);
    }
}
