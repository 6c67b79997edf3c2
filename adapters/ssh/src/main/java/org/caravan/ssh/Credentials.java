package org.caravan.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.util.security.SecurityUtils;

/**
 * Login data for a machine: user, key and permitted host keys. Read at every connection, so that corrections take effect
 * immediately.
 */
record Credentials(String user, KeyPair key, PinnedHostKeys hostKeys) {

    /** Includes names of directory services: {@code user@realm}, or domain and user separated by a backslash. */
    private static final Pattern USER = Pattern.compile("[\\p{Alnum}_][\\p{Alnum}._@\\\\$-]{0,63}");
    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    static {
        Ed25519.use();
    }

    /** @throws ShellFault of kind UNTRUSTED that names the missing or invalid file */
    static Credentials read(Path folder, Machine machine) {
        if (!machine.credentials().matches("[A-Za-z0-9_][A-Za-z0-9._-]*")) {
            throw SshFault.credentials(machine, "that is not a name", "use letters, digits, '.', '_' and '-'");
        }
        Path own = folder.resolve(machine.credentials());
        if (!Files.isDirectory(own)) {
            throw SshFault.credentials(machine, "there is no folder " + own, "create it with user, id_ed25519 and known_hosts");
        }
        return new Credentials(user(machine, own.resolve("user")), key(machine, own.resolve("id_ed25519")),
                PinnedHostKeys.read(machine, own.resolve("known_hosts")));
    }

    private static String user(Machine machine, Path file) {
        try {
            String user = Files.readString(file).strip();
            if (USER.matcher(user).matches()) {
                return user;
            }
            if (!user.isEmpty()) {
                throw SshFault.credentials(machine, "their user in " + file + " is no user's name",
                        "write one line of at most 64 characters without spaces, not beginning with -");
            }
        } catch (IOException e) {
            // handled below; missing and empty files are treated alike
        }
        throw SshFault.credentials(machine, "their user is not known", "write the user's name to " + file);
    }

    private static KeyPair key(Machine machine, Path file) {
        refuseReadableByOthers(machine, file);
        try (InputStream text = Files.newInputStream(file)) {
            Iterable<KeyPair> keys = SecurityUtils.loadKeyPairIdentities(
                    null, NamedResource.ofName(file.toString()), text, FilePasswordProvider.EMPTY);
            for (KeyPair key : keys) {
                return key;
            }
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            // handled below; the library's message may quote the file
        }
        throw SshFault.credentials(machine, "their key " + file + " cannot be read",
                "make one with `ssh-keygen -t ed25519 -N '' -f " + file + "`");
    }

    private static void refuseReadableByOthers(Machine machine, Path file) {
        try {
            Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
            permissions.addAll(Files.getPosixFilePermissions(file));
            permissions.retainAll(OF_OTHERS);
            if (!permissions.isEmpty()) {
                throw SshFault.credentials(machine, "others can read their key " + file, "run `chmod 600 " + file + "`");
            }
        } catch (IOException | UnsupportedOperationException e) {
            // the key reader reports a missing file; without file ownership there are no other users
        }
    }
}
