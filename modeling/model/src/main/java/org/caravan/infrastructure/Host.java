package org.caravan.infrastructure;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A machine on which components can be placed.
 *
 * @param provider name of the adapter that works on it, for example {@code lxc} or {@code simulated}
 * @param address where its management interface answers SSH, an address literal or name; empty where its machine is rented,
 *     whose provider says it then
 * @param port of its SSH server, 1 to 65535
 * @param credentials name of the credentials in the server's store; never a secret itself; empty where the provider needs
 *     none, or where the machine is rented and the server logs in with a key of its own
 * @param rental how its machine is got; empty where it stands there
 */
public record Host(
        String id, String hostTypeId, String provider, String address, int port, String credentials, Optional<Rental> rental) {

    private static final int SSH_PORT = 22;

    /** One that stands there. */
    public Host(String id, String hostTypeId, String provider, String address, int port, String credentials) {
        this(id, hostTypeId, provider, address, port, credentials, Optional.empty());
    }

    /** One whose machine is rented. */
    public static Host rented(String id, String hostTypeId, Rental rental) {
        return new Host(id, hostTypeId, rental.region().provider(), "", SSH_PORT, "", Optional.of(rental));
    }

    /** The same, once it is known where its machine answers SSH and with which credentials. */
    public Host reachedAt(String literal, String credentialsName) {
        return new Host(id, hostTypeId, provider, literal, port, credentialsName, rental);
    }

    /**
     * What can run on it follows from its provider: containers, but for those that are known to run something else; and a virtual machine
     * where the machine is rented, and so can be all of one copy.
     */
    public Set<FormKind> formKinds() {
        return Collections.unmodifiableSet(switch (provider) {
            case "microvm" -> EnumSet.of(FormKind.MICROVM);
            case "simulated" -> EnumSet.complementOf(EnumSet.of(FormKind.VM));
            default -> rental.isPresent() ? EnumSet.of(FormKind.CONTAINER, FormKind.VM) : EnumSet.of(FormKind.CONTAINER);
        });
    }
}
