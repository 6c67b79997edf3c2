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
import org.junit.jupiter.api.io.TempDir;

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

    /** Debian 11 boots Linux 5.10, which has no hook for what a copy receives. */
    @Test
    void aKernelThatCannotFilterIsFound(@TempDir Path programs) throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")) && Files.isExecutable(Path.of("/usr/bin/unshare")),
                "SKIPPED: not root on Linux");
        Path nft = Files.writeString(programs.resolve("nft"),
                "#!/bin/sh\necho 'Error: Could not process rule: Operation not supported' >&2\nexit 1\n");
        nft.toFile().setExecutable(true);
        Process check = Lifetime.limited(shellFinding(programs));
        check.outputWriter().append(PREPARATION.script(Mode.CHECK)).close();
        List<NodeFinding> findings = NodeFinding.read(new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertThat(findings).filteredOn(finding -> finding.subject().equals("kernel CONFIG_NETFILTER_EGRESS")).singleElement()
                .satisfies(finding -> {
            assertThat(finding.verdict()).isEqualTo(Verdict.MISSING);
            assertThat(finding.what()).isEqualTo("needed for the network filter of each copy");
            assertThat(finding.wayOut()).startsWith("boot Linux 5.16 or later");
        });
    }

    private static Process shellFinding(Path programs) throws Exception {
        ProcessBuilder shell = new ProcessBuilder("/bin/dash", "-s").redirectError(ProcessBuilder.Redirect.DISCARD);
        shell.environment().merge("PATH", programs.toString(), (known, first) -> first + ":" + known);
        return shell.start();
    }

    private static int exitCode(String script, String... command) throws Exception {
        Process shell = Lifetime.limited(new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
        shell.outputWriter().append(script).close();
        return shell.waitFor();
    }
}
