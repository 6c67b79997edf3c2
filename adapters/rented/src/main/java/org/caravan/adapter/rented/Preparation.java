package org.caravan.adapter.rented;

import java.util.Optional;
import org.caravan.infrastructure.Host;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine;

/** How a bare machine becomes fit for copies, and how it is reached then. Safe for use by several threads. */
public interface Preparation {

    /** Machines that are fit as soon as they run, and reached without an address: simulated ones. */
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
            // nothing is kept
        }
    };

    /** Who may log in, in OpenSSH's one-line form. */
    String publicKey();

    /** What the machine runs on its first boot; called before it is ordered, and again whenever the order is repeated. */
    String firstBoot(MachineLabel label);

    /** Whether copies may be on it; false only if it is certain that this machine never was fit for any. */
    boolean fit(ObservedMachine machine);

    /**
     * Asks once.
     *
     * @return why it is not fit yet, in words for a person; empty once it is
     * @throws org.caravan.adapter.AdapterFault if it never will be, or is not the machine that was ordered
     */
    Optional<String> whyNotFit(ObservedMachine machine);

    /** The host with the address and credentials of its machine. */
    Host reached(Host host, ObservedMachine machine);

    /** After its machine was given back: nothing that was known of it counts for the next one. */
    void forget(MachineLabel label);
}
