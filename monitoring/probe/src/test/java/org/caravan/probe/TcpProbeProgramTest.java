package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The program of packet trains on the loopback interface. */
class TcpProbeProgramTest {

    @Test
    void aTrainThatCannotBeSentDoesNotEndTheProcess() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("python3", "-u", "-c", new String(TcpProbeProgram.text(), StandardCharsets.UTF_8), "together",
                "0011223344556677", "127.0.0.1").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader output = process.inputReader(); OutputStream input = process.getOutputStream()) {
            String port = output.readLine().replace("ready ", "");
            for (String line : List.of("1 127.0.0.1 192.0.2.1 9000 3", "2 127.0.0.1 127.0.0.1 99999 3",
                    "3 127.0.0.1 127.0.0.1 " + port + " 30")) {
                input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                input.flush();
            }
            assertThat(output.readLine()).startsWith("failed 1 [Errno ");
            assertThat(output.readLine()).startsWith("failed 2 ");
            assertThat(output.readLine()).matches("train 3 30 \\d+");
            input.close();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
