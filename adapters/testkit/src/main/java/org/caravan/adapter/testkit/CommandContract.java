package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.adapter.testkit.ContractCopies.assertFault;
import static org.caravan.adapter.testkit.ContractCopies.faultOf;
import static org.caravan.adapter.testkit.ContractCopies.id;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CopyCommand;
import org.caravan.adapter.CopySpec;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

/** Contract test for commands in copies: their end, their output, and the limits of time and output. */
abstract class CommandContract extends RouteAndExtraContract {

    private static CopyCommand command(String... words) {
        return new CopyCommand(List.of(words), Duration.ofMinutes(2), new Bytes(1_000));
    }

    private CopyCommand.Outcome exec(CopyCommand command) {
        return adapter.exec(host, id("web", 1), command);
    }

    private boolean execs() {
        return adapter.capabilities().contains(Capability.EXEC);
    }

    private void running() {
        CopySpec spec = spec(201);
        copies.ensure(id("web", 1), spec);
        copies.awaitReady(id("web", 1), spec);
    }

    @Test
    void runsACommandInACopyAndBringsBackHowItEnded() {
        assumeTrue(execs() && ground.runsCommands(), "runs no commands");
        running();
        assertThat(exec(command("/bin/sh", "-c", "echo \"$1\"; echo wrong >&2; exit 7", "sh", "it's two\nlines; $HOME ")))
                .isEqualTo(new CopyCommand.Outcome(7, "it's two\nlines; $HOME \n", "wrong\n", false, false));
        assertThat(exec(command("/bin/sh", "-c", "")).exitCode()).isZero();
        assertThat(exec(command("/bin/nothing-of-the-kind")).exitCode()).isBetween(1, 255);
        assertThat(adapter.observe(host)).as("the copy goes on").hasSize(1);
    }

    @Test
    void cutsWhatACommandWritesAndEndsItInTime() {
        assumeTrue(execs() && ground.runsCommands(), "runs no commands");
        running();
        CopyCommand.Outcome much = exec(command("/bin/sh", "-c",
                "i=0; while [ $i -lt 20000 ]; do echo 123456789; i=$((i+1)); done; exit 3"));
        assertThat(much.cut()).isTrue();
        assertThat(much.output()).hasSize(1_000).startsWith("123456789\n");
        assertThat(much.exitCode()).as("it went on to its end").isEqualTo(3);
        CopyCommand.Outcome slow = exec(new CopyCommand(List.of("/bin/sh", "-c", "echo begun; sleep 4711"), Duration.ofSeconds(5),
                new Bytes(1_000)));
        assertThat(slow.timedOut()).isTrue();
        assertThat(slow.output()).isEqualTo("begun\n");
        assertThat(exec(command("/bin/sh", "-c",
                "for p in /proc/[0-9]*; do read -r line 2>/dev/null <$p/cmdline; case $line in *4711*) echo $line;; esac; done; true"))
                .output())
                .as("nothing of it is left").doesNotContain("sleep");
    }

    @Test
    void saysThatNothingRanWhereItIsSimulated() {
        assumeTrue(execs() && !ground.runsCommands(), "runs commands");
        running();
        assertThat(exec(command("ls", "-l")).output()).startsWith("simulated: nothing ran").contains("ls -l");
    }

    @Test
    void runsNoCommandInACopyThatDoesNotRun() {
        assumeTrue(execs(), "runs no commands");
        assertFault(faultOf(() -> exec(command("/bin/sh"))), AdapterFault.Kind.FAILED, "contract.web.1.1", host.id());
        running();
        ground.crash(id("web", 1));
        assertFault(faultOf(() -> exec(command("/bin/sh"))), AdapterFault.Kind.FAILED, "contract.web.1.1", host.id());
    }

    @Test
    void refusesCommandsInWordsWhereItRunsNone() {
        assumeFalse(execs(), "runs commands");
        assertFault(faultOf(() -> exec(command("/bin/sh"))), AdapterFault.Kind.UNSUPPORTED, adapter.provider());
    }
}
