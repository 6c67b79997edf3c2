package org.caravan.ssh;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.sshd.client.config.hosts.KnownHostEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;

/**
 * Permitted host keys of one machine, from a known_hosts file written by an operator. Keys are never learned by connecting, because
 * a man in the middle at that time would be trusted permanently.
 */
final class PinnedHostKeys {

    static {
        Ed25519.use();
    }

    private static final String REVOKED = "revoked";

    private final Machine machine;
    private final Path file;
    private final List<KnownHostEntry> entries;

    private PinnedHostKeys(Machine machine, Path file, List<KnownHostEntry> entries) {
        this.machine = machine;
        this.file = file;
        this.entries = entries;
    }

    /** @throws ShellFault if the file cannot be read */
    static PinnedHostKeys read(Machine machine, Path file) {
        List<KnownHostEntry> entries;
        try {
            entries = KnownHostEntry.readKnownHostEntries(file).stream()
                    .filter(entry -> entry.isHostMatch(machine.address(), machine.port()))
                    .filter(entry -> entry.getMarker() == null || entry.getMarker().equals(REVOKED))
                    .toList();
        } catch (IOException | RuntimeException e) {
            throw SshFault.credentials(machine, "their known_hosts cannot be read (" + SshFault.reason(e) + ")",
                    "pin the key of a node: caravan node check " + machine.id() + "; or write it to " + file
                            + ", after comparing it at the machine");
        }
        return new PinnedHostKeys(machine, file, entries);
    }

    /** Types of the pinned keys. A server with several keys must be asked for one of these types. */
    Set<String> types() {
        return entries.stream().map(entry -> entry.getKeyEntry().getKeyType()).collect(Collectors.toUnmodifiableSet());
    }

    /** Empty if the key is pinned; otherwise the fault. */
    Optional<ShellFault> refusal(PublicKey shown) {
        if (matches(shown, true)) {
            return Optional.of(refused("shows a host key that is revoked", shown,
                    "the machine was installed again: replace the revoked key by its new key in " + file));
        }
        if (matches(shown, false)) {
            return Optional.empty();
        }
        if (entries.isEmpty()) {
            return Optional.of(refused("presents a host key that is not pinned", shown,
                    "compare this with `ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub` on the machine; pin that of a node: caravan "
                            + "node check "
                            + machine.id() + " --host-key " + KeyUtils.getFingerPrint(shown) + "; or add it to " + file));
        }
        return Optional.of(refused("shows another host key than the one pinned", shown,
                "it was installed again, then update " + file + "; otherwise the connection is intercepted"));
    }

    private boolean matches(PublicKey shown, boolean revoked) {
        return entries.stream().filter(entry -> (entry.getMarker() != null) == revoked).anyMatch(entry -> {
            try {
                return KeyUtils.compareKeys(
                        entry.getKeyEntry().resolvePublicKey(null, PublicKeyEntryResolver.IGNORING), shown);
            } catch (IOException | GeneralSecurityException e) {
                return false; // an invalid line pins nothing
            }
        });
    }

    private ShellFault refused(String what, PublicKey shown, String way) {
        return new ShellFault(ShellFault.Kind.UNTRUSTED, "The machine (%s) at %s %s: %s %s.\nMaybe %s.".formatted(
                machine.id(), SshFault.at(machine), what, KeyUtils.getKeyType(shown), KeyUtils.getFingerPrint(shown), way), null);
    }
}
