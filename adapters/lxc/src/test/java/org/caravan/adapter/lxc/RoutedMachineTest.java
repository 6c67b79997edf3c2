package org.caravan.adapter.lxc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.caravan.testing.Lifetime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that answers for its copies, in namespaces of its own. */
@Tag("real")
class RoutedMachineTest {

    @TempDir
    private Path folder;

    @Test
    void copiesAreReachedThroughTheMachinesHardwareAddressAlone() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")) && Files.isExecutable(Path.of("/sbin/ip")), "SKIPPED: needs root and ip");
        Process check = Lifetime.limited(new ProcessBuilder("/bin/bash",
                "src/test/resources/org/caravan/adapter/lxc/routed-machine.sh",
                "src/main/resources/org/caravan/adapter/lxc/preparation/routed.sh", folder.toString())
                .redirectErrorStream(true).start());
        String said = new String(check.getInputStream().readAllBytes());
        assertThat(check.waitFor()).as(said).isZero();
        assertThat(said.lines()).hasSizeGreaterThan(10).allMatch(line -> line.startsWith("ok "));
    }
}
