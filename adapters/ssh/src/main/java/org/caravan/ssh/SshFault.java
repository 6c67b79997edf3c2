package org.caravan.ssh;

import java.time.Duration;

/** Builds {@link ShellFault}s, one method per kind of failure. */
final class SshFault {

    private SshFault() {}

    static ShellFault unreachable(Machine machine, Throwable cause) {
        return new ShellFault(ShellFault.Kind.UNREACHABLE,
                ("The machine (%s) does not answer SSH at %s: %s.\nMaybe it is off, its address has changed, or a firewall blocks the "
                        + "connection.")
                        .formatted(machine.id(), at(machine), reason(cause)), cause);
    }

    static ShellFault broken(Machine machine, String doing, Throwable cause) {
        return new ShellFault(ShellFault.Kind.UNREACHABLE,
                ("The connection to the machine (%s) broke while %s; it is unknown whether this took effect.\nMaybe repeat it: the "
                        + "connection is opened again.")
                        .formatted(machine.id(), doing), cause);
    }

    static ShellFault notAccepted(Machine machine, String user, Throwable cause) {
        return new ShellFault(ShellFault.Kind.UNTRUSTED,
                ("The machine (%s) does not accept the key of the credentials (%s) for its user (%s).\nMaybe add id_ed25519.pub of these "
                        + "credentials to that user's ~/.ssh/authorized_keys.")
                        .formatted(machine.id(), machine.credentials(), user), cause);
    }

    static ShellFault credentials(Machine machine, String what, String way) {
        return new ShellFault(ShellFault.Kind.UNTRUSTED, "The machine (%s) needs the credentials (%s): %s.\nMaybe %s."
                .formatted(machine.id(), machine.credentials(), what, way), null);
    }

    static ShellFault timeout(Machine machine, String doing, Duration timeout) {
        return new ShellFault(ShellFault.Kind.TIMEOUT,
                "The machine (%s) did not end %s within %s s.\nMaybe it is overloaded; the command may still be running there."
                        .formatted(machine.id(), doing, timeout.toMillis() / 1000.0), null);
    }

    static ShellFault tooMuch(Machine machine, int bytes) {
        return new ShellFault(ShellFault.Kind.MALFORMED,
                ("The machine (%s) wrote more than %d KiB of output for a command, which was stopped; it is unknown whether it took "
                        + "effect.\nMaybe check what ~/.bashrc of its user writes.")
                        .formatted(machine.id(), bytes >> 10), null);
    }

    static ShellFault file(Machine machine, String what, Throwable cause) {
        return new ShellFault(ShellFault.Kind.UNREACHABLE,
                "A file cannot be copied to the machine (%s): %s.\nMaybe its disk is full or the folder is missing."
                        .formatted(machine.id(), what), cause);
    }

    static String at(Machine machine) {
        String address = machine.address();
        return (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":" + machine.port();
    }

    /** The innermost message, because outer ones only name library layers. */
    static String reason(Throwable cause) {
        Throwable inner = cause;
        while (inner.getCause() != null && inner.getCause() != inner) {
            inner = inner.getCause();
        }
        String message = inner.getMessage();
        return message == null || message.isBlank() ? inner.getClass().getSimpleName() : message;
    }
}
