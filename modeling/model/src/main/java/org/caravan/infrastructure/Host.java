package org.caravan.infrastructure;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Machine on which components can be placed.
 *
 * @param provider name of the adapter that manages it, for example {@code lxc} or {@code simulated}
 * @param address name or address literal of the SSH server on its management interface; empty if the machine is provisioned, because the
 * provider assigns the address
 * @param port port of its SSH server, 1 to 65535
 * @param credentials name of the credentials in the server's store, never a secret; empty if the provider needs none, or if the machine is
 * provisioned and the server logs in with its own key
 * @param rental how the machine is provisioned; empty if it exists permanently
 */
public record Host(
        String id, String hostTypeId, String provider, String address, int port, String credentials, Optional<Rental> rental) {

    private static final int SSH_PORT = 22;

    /** Host whose machine exists permanently. */
    public Host(String id, String hostTypeId, String provider, String address, int port, String credentials) {
        this(id, hostTypeId, provider, address, port, credentials, Optional.empty());
    }

    /** Host whose machine is provisioned on demand. */
    public static Host rented(String id, String hostTypeId, Rental rental) {
        return new Host(id, hostTypeId, rental.region().provider(), "", SSH_PORT, "", Optional.of(rental));
    }

    /** Returns a copy with the SSH address and the credentials, once they are known. */
    public Host reachedAt(String literal, String credentialsName) {
        return new Host(id, hostTypeId, provider, literal, port, credentialsName, rental);
    }

    /**
     * The provider determines the supported kinds: containers, unless the provider is known to run another kind. A provisioned machine also
     * supports a virtual machine, because the whole machine can be given to one copy.
     */
    public Set<FormKind> formKinds() {
        return Collections.unmodifiableSet(switch (provider) {
            case "microvm" -> EnumSet.of(FormKind.MICROVM);
            case "simulated" -> EnumSet.complementOf(EnumSet.of(FormKind.VM));
            default -> rental.isPresent() ? EnumSet.of(FormKind.CONTAINER, FormKind.VM) : EnumSet.of(FormKind.CONTAINER);
        });
    }
}
