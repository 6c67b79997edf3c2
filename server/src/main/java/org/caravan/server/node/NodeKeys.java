package org.caravan.server.node;

import java.time.Duration;
import java.util.function.Supplier;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.AdapterFault.Kind;
import org.caravan.infrastructure.Host;
import org.caravan.server.Settings;
import org.caravan.server.rest.ProblemException;
import org.caravan.ssh.KnownHostsFile;
import org.caravan.ssh.KnownHostsFile.Knowledge;
import org.caravan.ssh.Machine;
import org.caravan.ssh.PresentedHostKey;
import org.caravan.ssh.ShellFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Host keys of nodes, pinned after an operator has compared them. */
@Component
class NodeKeys {

    private static final Logger LOG = LoggerFactory.getLogger(NodeKeys.class);
    private static final Duration LOOK = Duration.ofSeconds(20);

    private final Settings settings;

    NodeKeys(Settings settings) {
        this.settings = settings;
    }

    record Shown(PresentedHostKey key, Knowledge knowledge) {}

    Shown look(Host host) {
        return faulting(() -> {
            PresentedHostKey key = PresentedHostKey.of(machine(host), LOOK);
            return new Shown(key, KnownHostsFile.of(settings.credentials(), machine(host)).of(machine(host), key));
        });
    }

    /** Reads the key again: it is pinned only if the node presents it now and its fingerprint is the confirmed one. */
    Shown pin(Host host, String fingerprint) {
        Shown shown = look(host);
        if (!shown.key().fingerprint().equals(fingerprint)) {
            throw ProblemException.conflict("host-key-differs", "The node (" + host.id() + ") shows the host key "
                    + shown.key().fingerprint() + ", not "
                    + fingerprint + ".",
                    "compare it with `ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub` on the node; the connection may be intercepted.");
        }
        if (shown.knowledge() == Knowledge.OTHER) {
            throw ProblemException.conflict("host-key-changed", "Another host key than " + fingerprint + " is pinned for the node ("
                    + host.id() + ") at "
                    + host.address() + ".", "it was installed again: remove its line from known_hosts of the credentials ("
                    + host.credentials() + ").");
        }
        if (shown.knowledge() == Knowledge.UNKNOWN) {
            KnownHostsFile.of(settings.credentials(), machine(host)).pin(machine(host), shown.key());
            LOG.info("host key {} of {} pinned", fingerprint, host.id());
        }
        return new Shown(shown.key(), Knowledge.PINNED);
    }

    boolean forget(Host host) {
        return faulting(() -> KnownHostsFile.of(settings.credentials(), machine(host)).forget(machine(host)));
    }

    private static Machine machine(Host host) {
        return new Machine(host.id(), host.address(), host.port(), host.credentials());
    }

    private static <T> T faulting(Supplier<T> work) {
        try {
            return work.get();
        } catch (ShellFault fault) {
            throw new AdapterFault(fault.kind() == ShellFault.Kind.UNTRUSTED ? Kind.UNTRUSTED : Kind.UNREACHABLE, fault.getMessage(),
                    fault);
        }
    }
}
