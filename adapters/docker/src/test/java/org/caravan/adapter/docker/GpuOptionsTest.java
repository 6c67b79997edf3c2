package org.caravan.adapter.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.caravan.adapter.node.NodeScripts;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With which options {@code docker create} passes on the GPUs of a copy, by what the engine says of its runtimes. */
class GpuOptionsTest {

    private static final NodeScripts SCRIPTS = new NodeScripts(DockerAdapter.class);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "nvidia /dev/nvidia0 /dev/nvidiactl,nvidia /dev/nvidia3 /dev/nvidiactl|runc nvidia|<--gpus><\"device=0,3\">",
        "nvidia /dev/nvidia0 /dev/nvidiactl|runc|<--device></dev/nvidia0:/dev/nvidia0:rw><--device></dev/nvidiactl:/dev/nvidiactl:rw>",
        "amd /dev/kfd /dev/dri/renderD128|runc nvidia|"
                + "<--device></dev/dri/renderD128:/dev/dri/renderD128:rw><--device></dev/kfd:/dev/kfd:rw>",
        "nvidia /dev/nvidia0,amd /dev/kfd|nvidia|<--device></dev/kfd:/dev/kfd:rw><--device></dev/nvidia0:/dev/nvidia0:rw>",
        "nvidia /dev/dri/renderD128|nvidia|<--device></dev/dri/renderD128:/dev/dri/renderD128:rw>", "|nvidia|<>"})
    void options(String gpus, String runtimes, String expected) throws Exception {
        if (gpus != null) {
            Files.writeString(folder.resolve("gpus"), gpus.replace(',', '\n') + "\n");
        }
        String ensure = SCRIPTS.text("ensure.sh");
        int begin = ensure.indexOf("\ngpu_options() {");
        Path script = Files.writeString(folder.resolve("script"), "set -euo pipefail\n" + SCRIPTS.text("gpus.sh")
                + ensure.substring(begin, ensure.indexOf("\n}\n", begin) + 3) + "FOLDER=" + folder
                + "\ndocker() { printf '\"%s\":{}\\n' " + runtimes + "; }\ngpu_options\nprintf '<%s>' \"${GPU_OPTIONS[@]}\"\n");
        Process bash = new ProcessBuilder("bash", script.toString()).redirectErrorStream(true).start();
        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(expected);
        assertThat(bash.waitFor()).isZero();
    }
}
