package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.Machine;
import org.caravan.ssh.ShellFault;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same as {@link FramingFuzzTest} over OpenSSH, on a node of the test bed. */
@Tag("real")
class FramingNodeTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Path PROOF = Path.of("/run/caravan-framing-proof");

    private static EmulatedBed bed;
    private static Host host;
    private static Machine machine;

    @BeforeAll
    static void raise() {
        assumeTrue(EmulatedBed.whyNot().isEmpty(), "SKIPPED: " + EmulatedBed.whyNot());
        bed = EmulatedBed.raise("fa", "198.18.241");
        host = bed.east("lxc");
        machine = new Machine(host.id(), host.address(), host.port(), host.credentials());
    }

    @AfterAll
    static void takeDown() throws Exception {
        if (bed != null) {
            bed.close();
        }
    }

    @Test
    void aSampleOfHostileCallsRunsExactlyAsSent() throws Exception {
        FramingFuzz fuzz = new FramingFuzz(List.of(machine), PROOF);
        fuzz.run(bed.shell(), 7, 2_000, LONG);
        System.out.println("framing over OpenSSH: " + fuzz);
        assertThat(fuzz.count(FramingFuzz.End.SHIFTED)).as(fuzz.odd()).isZero();
        assertThat(fuzz.count(FramingFuzz.End.RAN_AS_SENT) + fuzz.count(FramingFuzz.End.REFUSED_AT_SENDER)).as(fuzz.toString())
                .isEqualTo(2_000);
        requireNoProof();
    }

    @Test
    void endlessOutputOfAStartFileEndsTheSessionWithAClearFault() throws Exception {
        // Twice, then no more: nothing else could take it away again.
        bed.on(host, "[ ! -e /root/.bashrc ] || cp /root/.bashrc /run/bashrc.kept; touch /run/flood1 /run/flood2; "
                + "echo 'for flood in /run/flood1 /run/flood2; do [ ! -e $flood ] || { rm $flood; exec yes; }; done' >/root/.bashrc");
        try (RemoteSessionPool sessions = new RemoteSessionPool(bed.shell())) {
            ShellFault fault = catchThrowableOfType(ShellFault.class, () -> sessions.on(machine));
            assertThat(fault).isNotNull();
            assertThat(fault.kind()).isEqualTo(ShellFault.Kind.MALFORMED);
            assertThat(fault).hasMessageContaining(host.id()).hasMessageContaining("\nMaybe check what ~/.bashrc");
            ShellFault once = catchThrowableOfType(ShellFault.class, () -> bed.shell().run(machine, "true", LONG));
            assertThat(once.kind()).isEqualTo(ShellFault.Kind.MALFORMED);
        } finally {
            bed.on(host, "if [ -e /run/bashrc.kept ]; then mv /run/bashrc.kept /root/.bashrc; else rm /root/.bashrc; fi");
        }
        try (RemoteSessionPool sessions = new RemoteSessionPool(bed.shell())) {
            assertThat(sessions.on(machine).run("echo on".getBytes(StandardCharsets.UTF_8), LONG, LONG).output()).isEqualTo("on");
        }
    }

    private static void requireNoProof() {
        assertThat(bed.on(host, "[ ! -e " + PROOF + " ] && echo none")).isEqualTo("none");
    }
}
