package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a command does not need is not made ready: it lives a second. */
class StartTest {

    @RegisterExtension
    private final Printed printed = new Printed();

    @Test
    void whoIsAskedByHttpNeedsNoTlsAndWhoDoesNotAnswerNoJson() throws IOException, InterruptedException {
        String loaded = loaded("status", "--server", "http://127.0.0.1:9");
        assertThat(loaded).contains("jdk.internal.net.http.HttpClientImpl ")
                .doesNotContain("sun.security.ssl.", "tools.jackson.databind.json.JsonMapper ");
    }

    /** By what it says first: which words an HttpClient has for an answer that is no TLS depends on who is quicker. */
    @Test
    void whoIsAskedByHttpsHasIt() throws IOException, InterruptedException, ExecutionException {
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FutureTask<byte[]> heard = new FutureTask<>(() -> firstTwo(plain));
            new Thread(heard).start();
            assertThat(Main.run("status", "--server", "https://127.0.0.1:" + plain.getLocalPort())).isEqualTo(ExitCode.ERROR);
            assertThat(heard.get()).as("a handshake of TLS (RFC 8446, 5.1)").containsExactly(0x16, 0x03);
        }
        assertThat(printed.text()).contains("does not answer").doesNotContain("supports only http");
    }

    private static byte[] firstTwo(ServerSocket plain) throws IOException {
        try (Socket asking = plain.accept()) {
            return asking.getInputStream().readNBytes(2);
        }
    }

    /** Names of classes, one a line with where each came from. */
    private static String loaded(String... words) throws IOException, InterruptedException {
        ProcessBuilder java = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-Xlog:class+load",
                "-cp", System.getProperty("java.class.path"), Main.class.getName());
        java.command().addAll(List.of(words));
        java.environment().remove("CARAVAN_TOKEN");
        Process process = java.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isEqualTo(ExitCode.ERROR);
        return text;
    }
}
