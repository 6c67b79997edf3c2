package org.caravan.ssh;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How {@link SshShell} reaches machines.
 *
 * @param credentials folder with one folder per name of credentials, each holding {@code user} (a line with the user's
 *     name), {@code id_ed25519} (its private key without passphrase, readable by its owner only) and {@code known_hosts}
 *     (the host keys of its machines, as OpenSSH writes them)
 * @param connectTimeout until a machine counts as unreachable, key exchange and login included
 * @param channelsPerConnection commands at once on one machine, at least 1; OpenSSH refuses more than 10 by default
 */
public record SshSettings(Path credentials, Duration connectTimeout, int channelsPerConnection) {

    public SshSettings {
        if (channelsPerConnection < 1) {
            throw new IllegalArgumentException("a connection needs a channel: " + channelsPerConnection);
        }
    }

    public static SshSettings of(Path credentials) {
        return new SshSettings(credentials, Duration.ofSeconds(10), 8);
    }
}
