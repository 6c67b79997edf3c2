package org.caravan.machine;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A labelled machine as described by its provider.
 *
 * @param id assigned by the provider
 * @param addresses private literals of both IP versions, starting with the first one
 * @param publicAddresses public literal by private address
 * @param sshAddress address of the SSH server as seen from the Caravan server: the public address of the first private one, or else
 *     that one; empty until the provider reports it
 * @param user SSH user: {@code root}, {@code admin}
 * @param trouble provider's description of a failure; only in state BROKEN
 * @param firewall in force at the provider; empty without {@link MachineCapability#CLOSED_PORTS}
 */
public record ObservedMachine(
        MachineLabel label,
        String id,
        State state,
        String offer,
        List<String> addresses,
        Map<String, String> publicAddresses,
        Optional<String> sshAddress,
        String user,
        Optional<String> trouble,
        Optional<MachineFirewall> firewall) {

    /** State according to the provider only: a RUNNING machine need not answer SSH yet. */
    public enum State {
        BOOTING,
        RUNNING,
        STOPPED,
        LEAVING,
        BROKEN
    }

    public ObservedMachine {
        addresses = List.copyOf(addresses);
        publicAddresses = Collections.unmodifiableMap(new TreeMap<>(publicAddresses));
    }

    /** A machine without a firewall. */
    public ObservedMachine(MachineLabel label, String id, State state, String offer, List<String> addresses,
            Map<String, String> publicAddresses, Optional<String> sshAddress, String user, Optional<String> trouble) {
        this(label, id, state, offer, addresses, publicAddresses, sshAddress, user, trouble, Optional.empty());
    }

    /** This machine with a firewall. */
    public ObservedMachine behind(MachineFirewall its) {
        return new ObservedMachine(label, id, state, offer, addresses, publicAddresses, sshAddress, user, trouble, Optional.of(its));
    }
}
