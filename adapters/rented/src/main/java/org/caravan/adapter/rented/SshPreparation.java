package org.caravan.adapter.rented;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.AdapterFault.Kind;
import org.caravan.adapter.lxc.NodeFinding;
import org.caravan.adapter.lxc.NodePreparation;
import org.caravan.infrastructure.Host;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.HostKeyEnrollment;
import org.caravan.ssh.Machine;
import org.caravan.ssh.OwnKey;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/**
 * Prepares machines over SSH with the script of {@code caravan node add}. On first contact, a machine proves its host key with the
 * secret in its order. The key is then pinned and bound to the machine's id.
 */
public final class SshPreparation implements Preparation {

    private static final Duration CALL = Duration.ofSeconds(20);
    private static final int BUSY = 75;
    private static final int NOT_BEGUN = 76;
    private static final String PROOF = "cat /var/lib/caravan/host-key-proof";
    private static final String LOOK = "cd /var/lib/caravan 2>/dev/null || exit 76; [ ! -f findings ] || { cat findings; exit 0; };"
            + " [ -d \"/proc/$(cat preparing 2>/dev/null || echo none)\" ] || exit 76; tail -n 1 preparation.log 2>/dev/null; exit 75";
    /** Runs in its own session, so that it survives the end of the SSH session. Findings appear atomically. */
    private static final String BEGIN = "mkdir -p /var/lib/caravan && cd /var/lib/caravan && cat >preparation || exit 1;"
            + " setsid sh -c 'sh preparation >findings.new 2>preparation.log; mv -f findings.new findings'"
            + " </dev/null >/dev/null 2>&1 & echo $! >preparing";

    private final Path folder;
    private final OwnKey key;
    private final Shell shell;
    private final NodePreparation preparation;
    private final HostKeyEnrollment contact;
    private final int port;

    /**
     * @param folder credentials of provisioned machines, owned by the server and read by the shell
     * @param shell belongs to the caller
     */
    public SshPreparation(Path folder, Shell shell, NodePreparation preparation) {
        this(folder, shell, preparation, 22);
    }

    SshPreparation(Path folder, Shell shell, NodePreparation preparation, int port) {
        this.port = port;
        this.folder = folder;
        this.key = OwnKey.at(folder.resolve("server").resolve("id_ed25519"));
        this.shell = shell;
        this.preparation = preparation.routed().withLoginKey(key.publicLine());
        this.contact = new HostKeyEnrollment(key.pair(), CALL);
    }

    @Override
    public String publicKey() {
        return key.publicLine();
    }

    @Override
    public String firstBoot(MachineLabel label) {
        return "#!/bin/sh\nWORD=" + of(label).word() + "\nKEY='" + key.publicLine() + "'\n" + script();
    }

    @Override
    public boolean fit(ObservedMachine machine) {
        return !of(machine.label()).neverFit(machine.id());
    }

    @Override
    public Host reached(Host host, ObservedMachine machine) {
        return host.reachedAt(machine.sshAddress().orElseThrow(() -> new AdapterFault(Kind.UNREACHABLE,
                "The machine of host (%s) has no address yet.\nMaybe it still boots.".formatted(host.id()))),
                MachineFolder.name(machine.label()));
    }

    @Override
    public void forget(MachineLabel label) {
        of(label).forget();
    }

    @Override
    public Optional<String> whyNotFit(ObservedMachine observed) {
        if (observed.sshAddress().isEmpty()) {
            return Optional.of("its provider has not assigned an address yet");
        }
        Machine machine = new Machine(observed.label().hostId(), observed.sshAddress().get(), port, MachineFolder.name(observed.label()));
        MachineFolder own = of(observed.label());
        try {
            if (!own.met(observed.id())) {
                Optional<String> notYet = meet(machine, own, observed.id());
                if (notYet.isPresent()) {
                    return notYet;
                }
            }
            return whyNotPrepared(machine, own, observed.id());
        } catch (ShellFault fault) {
            if (fault.kind() == ShellFault.Kind.UNTRUSTED && own.met(observed.id())) {
                throw new AdapterFault(Kind.UNTRUSTED, fault.getMessage(), fault);
            }
            return Optional.of(fault.getMessage().lines().findFirst().orElse("it does not answer"));
        }
    }

    private Optional<String> meet(Machine machine, MachineFolder own, String machineId) {
        HostKeyEnrollment.Meeting meeting = contact.meet(machine, "root", PROOF);
        if (!HostKeyProof.isOne(meeting.answer())) {
            return Optional.of("its first boot is not finished yet");
        }
        if (!own.proves(meeting.answer(), meeting.hostKey())) {
            throw new AdapterFault(Kind.UNTRUSTED,
                    ("The machine (%s) of host (%s) at %s cannot prove its host key: %s.\nMaybe the connection is intercepted, or another "
                            + "server ordered the machine: release it at the provider.")
                            .formatted(machineId, machine.id(), machine.address(), meeting.hostKey()));
        }
        own.pin(machineId, meeting.hostKey(), port);
        return Optional.empty();
    }

    private Optional<String> whyNotPrepared(Machine machine, MachineFolder own, String machineId) {
        CommandResult look = shell.run(machine, LOOK, CALL);
        if (look.exitCode() == NOT_BEGUN) {
            byte[] script = preparation.script(NodePreparation.Mode.PREPARE).getBytes(StandardCharsets.UTF_8);
            shell.run(machine, BEGIN, script, CALL);
            return Optional.of("its preparation begins");
        }
        if (look.exitCode() == BUSY) {
            return Optional.of("it is prepared: " + look.output().strip());
        }
        List<NodeFinding> amiss = NodeFinding.read(look.output()).stream().filter(finding -> !finding.fit()).toList();
        if (!amiss.isEmpty() || NodeFinding.read(look.output()).isEmpty()) {
            throw new AdapterFault(Kind.UNSUPPORTED, "The machine of host (%s) cannot be prepared for copies: %s.\nMaybe use another image."
                    .formatted(machine.id(), amiss.isEmpty() ? "its preparation says nothing" : amiss.stream()
                            .map(finding -> finding.subject() + ": " + finding.what()).collect(Collectors.joining("; "))));
        }
        own.fit(machineId);
        return Optional.empty();
    }

    private MachineFolder of(MachineLabel label) {
        return MachineFolder.of(folder, key.file(), label);
    }

    private static String script() {
        try (InputStream text = SshPreparation.class.getResourceAsStream("first-boot.sh")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
