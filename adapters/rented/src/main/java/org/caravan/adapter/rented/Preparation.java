package org.caravan.adapter.rented;

import java.util.Optional;
import org.caravan.infrastructure.Host;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine;

/** Prepares a bare machine for copies and defines how it is reached. Thread-safe. */
public interface Preparation {

    /** For machines that are fit when they run and are reached without an address, such as simulated ones. */
    Preparation NONE = new Preparation() {
        @Override
        public String publicKey() {
            return "";
        }

        @Override
        public String firstBoot(MachineLabel label) {
            return "";
        }

        @Override
        public boolean fit(ObservedMachine machine) {
            return true;
        }

        @Override
        public Optional<String> whyNotFit(ObservedMachine machine) {
            return Optional.empty();
        }

        @Override
        public Host reached(Host host, ObservedMachine machine) {
            return host;
        }

        @Override
        public void forget(MachineLabel label) {
            // nothing is stored
        }
    };

    /** The key that may log in, in OpenSSH one-line format. */
    String publicKey();

    /** Script of the machine's first boot; called before each order, including repeated orders. */
    String firstBoot(MachineLabel label);

    /** True if the machine may have copies; false only if it certainly was never fit for copies. */
    boolean fit(ObservedMachine machine);

    /**
     * Checks once.
     *
     * @return why it is not fit yet; empty when it is
     * @throws org.caravan.adapter.AdapterFault if it can never become fit, or is not the ordered machine
     */
    Optional<String> whyNotFit(ObservedMachine machine);

    /** The host with the address and credentials of its machine. */
    Host reached(Host host, ObservedMachine machine);

    /** Call after the release of the machine; discards its data, which does not apply to the next one. */
    void forget(MachineLabel label);
}
