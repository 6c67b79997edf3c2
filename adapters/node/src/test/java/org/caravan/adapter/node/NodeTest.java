package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.AdapterFault.Kind;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.PeerRoute;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.ShellFault;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes back from a host, as records and faults. */
class NodeTest {

    private static final Host HOST = new Host("pi-1", "pi-3", "lxc", "127.0.0.1", 22, "bed");

    private static AdapterFault fault(FakeShell shell) {
        return catchThrowableOfType(AdapterFault.class,
                () -> new Node(shell, HOST).run("observe", new byte[0], Duration.ofSeconds(5)));
    }

    @ParameterizedTest
    @CsvSource({"UNREACHABLE, UNREACHABLE, true", "UNTRUSTED, UNTRUSTED, false", "TIMEOUT, FAILED, true"})
    void whatTheShellCannotDoIsAFaultOfThePort(ShellFault.Kind shellKind, Kind kind, boolean retriable) {
        AdapterFault fault = fault(new FakeShell(new ShellFault(shellKind, "why.\nMaybe so.", null)));
        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.retriable()).isEqualTo(retriable);
        assertThat(fault).hasMessage("why.\nMaybe so.");
    }

    @Test
    void aScriptsOwnFaultIsTakenOverAsItIs() {
        AdapterFault fault = fault(new FakeShell(new CommandResult(40, "",
                "noise\ncaravan-fault OUTDATED\nThe host is ahead.\nMaybe plan again.\n")));
        assertThat(fault.kind()).isEqualTo(Kind.OUTDATED);
        assertThat(fault).hasMessage("The host is ahead.\nMaybe plan again.");
    }

    @Test
    void aFullDiskIsNoCapacity() {
        AdapterFault fault = fault(new FakeShell(new CommandResult(2, "", "tar: a/b: Cannot write: No space left on device")));
        assertThat(fault.kind()).isEqualTo(Kind.NO_CAPACITY);
        assertThat(fault).hasMessageContaining("disk of the host (pi-1) is full");
    }

    @Test
    void anythingElseNamesHostCallAndLastWords() {
        AdapterFault fault = fault(new FakeShell(new CommandResult(127, "", "first\nbash: line 3: awk: command not found\n")));
        assertThat(fault.kind()).isEqualTo(Kind.FAILED);
        assertThat(fault)
                .hasMessageStartingWith(
                "The host (pi-1) fails the call observe (exit code 127): bash: line 3: awk: command not found.\nMaybe ");
        assertThat(fault(new FakeShell(new CommandResult(124, "", "")))).hasMessageContaining("within 5 s and was stopped");
    }

    @Test
    void readsCopiesAndSkipsWhatBearsNoLabelOfOurs() {
        assertThat(ObservedCopies.read("pi-1", """
                copy shop.web.1.7
                state RUNNING
                spec abc
                address 10.1.1.100 24 10.1.1.1
                address fd4e:1:1::64 64 fd4e:1:1::1
                port 80
                later-word of another version
                route db 10.1.2.100 10.1.1.100
                copy made-by-hand
                state RUNNING
                spec abc
                """)).containsExactly(new ObservedCopy(new CopyId("shop", new InstanceId("web", 1), 7), "pi-1",
                ObservedCopy.State.RUNNING, "abc", List.of("10.1.1.100", "fd4e:1:1::64"),
                List.of(new PeerRoute("db", "10.1.2.100", "10.1.1.100")), new TreeSet<>(Set.of(80))));
        assertThat(ObservedCopies.read("pi-1", "")).isEmpty();
    }

    @Test
    void aHostMayGiveOnlyAPartOfItself() {
        String all = "arch aarch64\ncpu 4000\nmemory 1000000000\ndisk 32000000000\naddress 10.1.1.11\n";
        assertThat(NodeFacts.read("pi-1", all).host()).isEqualTo(new ObservedHost("pi-1", Architecture.ARM64,
                new MilliCores(4000), new Bytes(1_000_000_000L), new Bytes(32_000_000_000L), List.of("10.1.1.11")));
        assertThat(NodeFacts.read("pi-1", all + "limits {\"memoryBytes\": 5, \"cpuMilliCores\": 7}\n").host())
                .isEqualTo(new ObservedHost("pi-1", Architecture.ARM64, new MilliCores(7), new Bytes(5),
                        new Bytes(32_000_000_000L), List.of("10.1.1.11")));
        assertThat(NodeFacts.read("pi-1", all).host().noBandwidth()).isEmpty();
        assertThat(NodeFacts.read("pi-1", all + "no-bandwidth its kernel has no HTB\n").host().noBandwidth())
                .contains("its kernel has no HTB");
        assertThat(NodeFacts.read("pi-1", all + "no-bandwidth " + "x".repeat(9000) + "\n").host().noBandwidth().orElseThrow())
                .hasSizeLessThan(100);
        ObservedHost outbound = NodeFacts.read("pi-1", all + "no-inbound its kernel has no IFB devices\n").host();
        assertThat(outbound.noBandwidth()).isEmpty();
        assertThat(outbound.noInbound()).contains("its kernel has no IFB devices");
        assertThat(catchThrowableOfType(AdapterFault.class, () -> NodeFacts.read("pi-1", "arch riscv64\n").host()))
                .hasMessageContaining("(riscv64)").hasMessageContaining("\nMaybe use one of [amd64, arm64]");
    }
}
