package org.caravan.adapter.lxc;

import java.time.Duration;
import java.util.List;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.AdapterFault.Kind;
import org.caravan.adapter.HostAnswer;
import org.caravan.adapter.lxc.NodeMeasurement.Outcome;
import org.caravan.adapter.lxc.NodeMeasurement.Reading;
import org.caravan.adapter.lxc.NodePreparation.Mode;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** Prepares, measures and cleans a fixed machine over SSH. Methods throw {@link AdapterFault}. */
public final class NodeWork {

    private static final Duration LOOK = Duration.ofMinutes(2);
    /** Sufficient for a Raspberry Pi that downloads all packages over a slow link. */
    private static final Duration CHANGE = Duration.ofMinutes(40);
    private static final Duration MARGIN = Duration.ofSeconds(15);

    private final Shell shell;
    private final NodePreparation preparation;

    /** @param shell belongs to the caller */
    public NodeWork(Shell shell, NodePreparation preparation) {
        this.shell = shell;
        this.preparation = preparation;
    }

    /** Reports the changes that the preparation would make, and what is missing. Changes nothing. */
    public List<NodeFinding> check(Host host) {
        return findings(host, preparation.input(Mode.CHECK), LOOK);
    }

    public List<NodeFinding> prepare(Host host) {
        return findings(host, preparation.input(Mode.PREPARE), CHANGE);
    }

    /** @param mode CHECK reports the removals, PREPARE makes them */
    public List<NodeFinding> remove(Host host, Mode mode, boolean force) {
        return findings(host, preparation.removal(mode, force), LOOK);
    }

    /** Measures without the network, unless the measurement names a listening peer. */
    public Outcome measure(Host host, NodeMeasurement measurement) {
        String said = run(host, measurement.script(), measurement.limit());
        return new HostAnswer(host.id(), "measure", said).read(text -> new Outcome(Reading.read(text), NodeFinding.read(text)));
    }

    /**
     * Measures with the network, to a peer node that listens during the measurement; without the network if the peer cannot listen.
     */
    public Outcome measure(Host host, NodeMeasurement measurement, Host peer) {
        try {
            run(peer, measurement.peerScript("start"), LOOK);
        } catch (AdapterFault deaf) {
            return measure(host, measurement.alone()).noting(new NodeFinding(NodeFinding.Verdict.ADVICE, "network",
                    "not measured: " + deaf.getMessage().lines().findFirst().orElse(""),
                            "prepare that node, too, or use another: --peer NODE"));
        }
        try {
            return measure(host, measurement);
        } finally {
            run(peer, measurement.peerScript("stop"), LOOK);
        }
    }

    private List<NodeFinding> findings(Host host, byte[] script, Duration limit) {
        List<NodeFinding> found = NodeFinding.read(run(host, script, limit));
        if (found.isEmpty()) {
            throw new AdapterFault(Kind.FAILED, "The node (%s) gives no answer.\nMaybe its login shell prints other text: check with ssh."
                    .formatted(host.id()));
        }
        return found;
    }

    private String run(Host host, byte[] script, Duration limit) {
        Machine machine = new Machine(host.id(), host.address(), host.port(), host.credentials());
        try {
            CommandResult result = shell.run(machine, "timeout -k 5 " + limit.toSeconds() + " sh -s", script, limit.plus(MARGIN));
            if (!result.succeeded()) {
                String said = (result.output() + "\n" + result.errorOutput()).strip();
                throw new AdapterFault(Kind.FAILED, "The node (%s) fails with exit code %d: %s.\nMaybe check it with ssh.".formatted(
                        host.id(), result.exitCode(), said.isEmpty() ? "it says nothing"
                                : NodeFinding.shown(said.substring(said.lastIndexOf('\n') + 1))));
            }
            return result.output();
        } catch (ShellFault fault) {
            Kind kind = switch (fault.kind()) {
                case UNREACHABLE -> Kind.UNREACHABLE;
                case UNTRUSTED -> Kind.UNTRUSTED;
                case TIMEOUT, MALFORMED -> Kind.FAILED;
            };
            throw new AdapterFault(kind, fault.getMessage(), fault);
        }
    }
}
