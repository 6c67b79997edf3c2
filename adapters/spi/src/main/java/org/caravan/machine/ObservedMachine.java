package org.caravan.machine;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A machine with our label, as its provider describes it.
 *
 * @param id the provider's
 * @param addresses private literals of both IP versions, the first one first
 * @param publicAddresses public literal by the private address it stands for
 * @param sshAddress where its SSH server is reached from the Caravan server: the public address of the first one, else
 *     the first one; empty until the provider knows
 * @param user who logs in by SSH: {@code root}, {@code admin}
 * @param trouble what the provider says went wrong; only in state BROKEN
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
        Optional<String> trouble) {

    /** A state never says more than the provider does: RUNNING need not answer SSH yet. */
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
}
