package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which GPUs of a host {@code gpus.sh} gives to which copy. The devices are harmless ones of this machine. */
class GpuScriptTest {

    private static final NodeScripts SCRIPTS = new NodeScripts(GpuScriptTest.class);

    @TempDir
    Path folder;

    @BeforeEach
    void declare() throws Exception {
        declare("# the graphics cards\nnvidia /dev/null /dev/zero\n\n  nvidia  /dev/full /dev/zero # second\namd /dev/random");
    }

    private void declare(String lines) throws Exception {
        Files.writeString(folder.resolve("declared"), lines);
    }

    /** What {@code take_gpus} gives to the copy, or the fault. */
    private String taken(String label, int count, String vendor) throws Exception {
        String instance = label.substring(0, label.lastIndexOf('.'));
        Files.createDirectories(folder.resolve("lxc").resolve(label));
        return bash("LABEL=" + label + " INSTANCE=" + instance + " HOST=pi-1 GPU_COUNT=" + count + " GPU_VENDOR=" + vendor
                + "\ntake_gpus $COPIES/$LABEL; [ ! -f $COPIES/$LABEL/gpus ] || cat $COPIES/$LABEL/gpus");
    }

    private String bash(String calls) throws Exception {
        Path script = Files.writeString(folder.resolve("script"), SCRIPTS.text("host.sh") + SCRIPTS.text("gpus.sh")
                + "\nCARAVAN=" + folder + " COPIES=" + folder + "/lxc GPU_FILE=" + folder + "/declared LXC_SETTINGS="
                + folder + "/lxc.conf\n" + calls);
        Process bash = new ProcessBuilder("bash", script.toString()).redirectErrorStream(true).start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        bash.waitFor();
        return said;
    }

    @Test
    void eachIsOneCopysAlone() throws Exception {
        assertThat(bash("declared_gpus | wc -l")).isEqualTo("3\n");
        assertThat(taken("shop.a.1.1", 1, "")).isEqualTo("nvidia /dev/null /dev/zero\n");
        assertThat(taken("shop.b.1.1", 1, "nvidia")).isEqualTo("nvidia /dev/full /dev/zero\n");
        assertThat(taken("shop.c.1.1", 1, "nvidia")).contains("caravan-fault NO_CAPACITY", "0 of 1 free nvidia GPUs");
        assertThat(taken("shop.c.1.1", 1, "amd")).isEqualTo("amd /dev/random\n");
        assertThat(taken("shop.d.1.1", 0, "")).isEmpty();
        Files.delete(folder.resolve("lxc/shop.a.1.1/gpus"));
        assertThat(taken("shop.d.1.1", 1, "")).isEqualTo("nvidia /dev/null /dev/zero\n");
    }

    @Test
    void theNextCopyOfAnInstanceTakesThemOver() throws Exception {
        assertThat(taken("shop.a.1.1", 2, "nvidia")).isEqualTo("nvidia /dev/null /dev/zero\nnvidia /dev/full /dev/zero\n");
        assertThat(taken("shop.a.1.2", 2, "nvidia")).isEqualTo("nvidia /dev/null /dev/zero\nnvidia /dev/full /dev/zero\n");
        assertThat(taken("shop.a.2.1", 1, "nvidia")).contains("NO_CAPACITY");
        assertThat(bash("gpu_devices $COPIES/shop.a.1.2")).isEqualTo("/dev/full\n/dev/null\n/dev/zero\n");
    }

    /** The owner adds a device or changes the order while copies run. */
    @Test
    void aGpuIsKnownByTheDevicesThatNoOtherLineHas() throws Exception {
        assertThat(taken("shop.a.1.1", 1, "nvidia")).isEqualTo("nvidia /dev/null /dev/zero\n");
        declare("nvidia /dev/zero /dev/null /dev/random\nnvidia /dev/full /dev/zero\nnvidia /dev/zero /dev/null");
        assertThat(taken("shop.b.1.1", 1, "nvidia")).as("/dev/zero is shared, /dev/null is in two lines now")
                .isEqualTo("nvidia /dev/zero /dev/null /dev/random\n");
        declare("nvidia /dev/zero /dev/null /dev/tty\nnvidia /dev/full /dev/zero");
        assertThat(taken("shop.c.1.1", 1, "nvidia")).isEqualTo("nvidia /dev/full /dev/zero\n");
        assertThat(taken("shop.d.1.1", 1, "nvidia")).contains("0 of 1 free nvidia GPUs");
    }

    @Test
    void theNextCopyPrefersItsOwnToFreeOnes() throws Exception {
        assertThat(taken("shop.a.1.1", 1, "nvidia")).isEqualTo("nvidia /dev/null /dev/zero\n");
        assertThat(taken("shop.b.1.1", 1, "nvidia")).isEqualTo("nvidia /dev/full /dev/zero\n");
        Files.delete(folder.resolve("lxc/shop.a.1.1/gpus"));
        assertThat(taken("shop.b.1.2", 1, "nvidia")).isEqualTo("nvidia /dev/full /dev/zero\n");
        assertThat(taken("shop.b.1.3", 2, "nvidia")).isEqualTo("nvidia /dev/full /dev/zero\nnvidia /dev/null /dev/zero\n");
    }

    /** A copy of LXC counts for Docker, too, wherever LXC has it. */
    @Test
    void containersAreWhereLxcHasThem() throws Exception {
        Files.createDirectories(folder.resolve("srv/containers/shop.a.1.1"));
        Files.writeString(folder.resolve("srv/containers/shop.a.1.1/gpus"), "nvidia /dev/null /dev/zero\n");
        assertThat(taken("shop.b.1.1", 1, "nvidia")).isEqualTo("nvidia /dev/null /dev/zero\n");
        Files.writeString(folder.resolve("lxc.conf"), "lxc.lxcpath = " + folder + "/srv/containers\n");
        assertThat(taken("shop.c.1.1", 1, "nvidia")).isEqualTo("nvidia /dev/full /dev/zero\n");
    }

    @Test
    void onlyDevicesAreGivenOut() throws Exception {
        for (String wrong : new String[] {"/dev/none", "/etc/passwd", "/dev/../etc/passwd", "/dev/null;id", "/dev/shm", "/dev/./null"}) {
            declare("nvidia " + wrong);
            assertThat(taken("shop.a.1.1", 1, "")).as(wrong).contains("caravan-fault FAILED", "no character device there");
        }
        Files.delete(folder.resolve("declared"));
        assertThat(taken("shop.a.1.1", 1, "")).contains("0 of 1 free GPUs", "one GPU on each line");
    }
}
