package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a command does not need is not made ready: it lives a second. */
class StartTest {

    @RegisterExtension
    private final Printed printed = new Printed();

    @Test
    void whoIsAskedByHttpNeedsNoTlsAndWhoDoesNotAnswerNoJson() throws IOException, InterruptedException {
        String loaded = loaded("status", "--server", "http://127.0.0.1:9");
        assertThat(loaded).contains("jdk.internal.net.http.HttpClientImpl ").doesNotContain("sun.security.ssl.", "tools.jackson.databind.json.JsonMapper ");
    }

    @Test
    void whoIsAskedByHttpsHasIt() throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> answer(plain));
            answering.start();
            assertThat(Main.run("status", "--server", "https://127.0.0.1:" + plain.getLocalPort())).isEqualTo(ExitCode.ERROR);
        }
        assertThat(printed.text()).contains("does not answer").containsIgnoringCase("SSL").doesNotContain("by http alone");
    }

    private static void answer(ServerSocket plain) {
        try (Socket asking = plain.accept()) {
            asking.getOutputStream().write("this is no TLS\r\n".getBytes(StandardCharsets.US_ASCII));
            asking.getInputStream().readAllBytes();
        } catch (IOException gone) {
            // Who asked has seen enough.
        }
    }

    /** Names of classes, one a line with where each came from. */
    private static String loaded(String... words) throws IOException, InterruptedException {
        ProcessBuilder java = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-Xlog:class+load",
                "-cp", System.getProperty("java.class.path"), Main.class.getName());
        java.command().addAll(List.of(words));
        java.environment().remove("CARAVAN_TOKEN");
        Process process = java.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isEqualTo(ExitCode.ERROR);
        return text;
    }
}
