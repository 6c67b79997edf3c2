package org.caravan.execution;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.adapter.rented.Preparation;
import org.caravan.infrastructure.Host;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine;

/** Simulated machines need no preparation, but one that never came up is known to have never been fit. */
final class FitOnceBooted implements Preparation {

    private final Set<String> fit = ConcurrentHashMap.newKeySet();

    @Override
    public String publicKey() {
        return NONE.publicKey();
    }

    @Override
    public String firstBoot(MachineLabel label) {
        return NONE.firstBoot(label);
    }

    @Override
    public boolean fit(ObservedMachine machine) {
        return fit.contains(machine.id());
    }

    @Override
    public Optional<String> whyNotFit(ObservedMachine machine) {
        fit.add(machine.id());
        return Optional.empty();
    }

    @Override
    public Host reached(Host host, ObservedMachine machine) {
        return host;
    }

    @Override
    public void forget(MachineLabel label) {
        // ids of machines never come again
    }
}
