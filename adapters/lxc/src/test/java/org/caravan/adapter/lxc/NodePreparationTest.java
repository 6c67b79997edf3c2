package org.caravan.adapter.lxc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.caravan.adapter.lxc.NodeFinding.Verdict;
import org.caravan.adapter.lxc.NodePreparation.Mode;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.testing.Lifetime;
import org.junit.jupiter.api.Test;

class NodePreparationTest {

    private static final NodePreparation PREPARATION = NodePreparation.of(ScriptSettings.DEFAULT);

    @Test
    void everyShellOfDebianReadsTheScript() throws Exception {
        for (String shell : List.of("/bin/dash", "/bin/bash")) {
            assumeTrue(Files.isExecutable(Path.of(shell)), "SKIPPED: no " + shell);
            String script = PREPARATION.measured().withLoginKey("ssh-ed25519 AAAA it's me").script(Mode.PREPARE);
            assertThat(exitCode(script, shell, "-n")).isZero();
            assertThat(exitCode(script.substring(0, script.length() - 20), shell, "-n")).as("cut off").isNotZero();
        }
    }

    @Test
    void whatItWritesIsRead() {
        assertThat(NodeFinding.read("ok\tmodules\tloaded at boot\t\nsome noise\nmissing\tbridge\tno br0\tcreate it\n")).containsExactly(
                new NodeFinding(Verdict.OK, "modules", "loaded at boot", ""),
                new NodeFinding(Verdict.MISSING, "bridge", "no br0", "create it"));
        assertThat(new NodeFinding(Verdict.ADVICE, "swap", "none", "").fit()).isTrue();
        assertThat(new NodeFinding(Verdict.REBOOT, "bridge", "written", "").fit()).isFalse();
    }

    /** Without root too: then it says so and ends. */
    @Test
    void aCheckChangesNothing() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/dash")) && Files.isDirectory(Path.of("/proc/self/ns")), "SKIPPED: no Linux");
        Process check = Lifetime.limited(new ProcessBuilder("/bin/dash", "-s").redirectError(ProcessBuilder.Redirect.DISCARD).start());
        check.outputWriter().append(PREPARATION.script(Mode.CHECK)).close();
        List<NodeFinding> findings = NodeFinding.read(new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertThat(check.waitFor()).isZero();
        assertThat(findings).isNotEmpty().noneMatch(finding -> finding.verdict() == Verdict.CHANGED)
                .allMatch(finding -> finding.verdict() != Verdict.MISSING || !finding.wayOut().isEmpty());
    }

    private static int exitCode(String script, String... command) throws Exception {
        Process shell = Lifetime.limited(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
        shell.outputWriter().append(script).close();
        return shell.waitFor();
    }
}
