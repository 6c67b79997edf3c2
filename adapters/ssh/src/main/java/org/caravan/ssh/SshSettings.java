package org.caravan.ssh;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Settings of {@link SshShell}.
 *
 * @param credentials folder with one folder per name of credentials. Each contains {@code user} (a line with the user's name),
 *     {@code id_ed25519} (the private key without passphrase, readable by its owner only) and {@code known_hosts} (host keys in
 *     OpenSSH format)
 * @param connectTimeout time limit for connection, key exchange and login, after which a machine counts as unreachable
 * @param channelsPerConnection concurrent commands per machine, at least 1; OpenSSH permits 10 by default
 */
public record SshSettings(Path credentials, Duration connectTimeout, int channelsPerConnection) {

    public SshSettings {
        if (channelsPerConnection < 1) {
            throw new IllegalArgumentException("a connection needs a channel: " + channelsPerConnection);
        }
    }

    public static SshSettings of(Path credentials) {
        return new SshSettings(credentials, Duration.ofSeconds(10), 9);
    }
}
