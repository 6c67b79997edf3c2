package org.caravan.adapter.rented;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.AdapterFault.Kind;
import org.caravan.adapter.HostRental;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;

/** Provisions and releases the machines of hosts. */
final class MachineRental implements HostRental {

    private final MachineCloud cloud;
    private final Preparation preparation;
    private final MachineCache known;

    MachineRental(MachineCloud cloud, Preparation preparation, MachineCache known) {
        this.cloud = cloud;
        this.preparation = preparation;
        this.known = known;
    }

    @Override
    public List<ObservedMachine> machines(Region region) {
        return known.look(region);
    }

    @Override
    public boolean fit(ObservedMachine machine) {
        return preparation.fit(machine);
    }

    @Override
    public Optional<String> rent(Host host) {
        Rental rental = host.rental().orElseThrow();
        MachineLabel label = known.label(host);
        ObservedMachine machine = known.remember(rental.region(), cloud.ensure(rental.region(), new MachineOrder(
                label, rental.offer(), rental.image(), preparation.publicKey(), preparation.firstBoot(label))));
        return switch (machine.state()) {
            case BOOTING -> Optional.of("it boots");
            case LEAVING -> Optional.of("the former one is still leaving");
            case STOPPED -> {
                cloud.start(rental.region(), label);
                yield Optional.of("it is started");
            }
            case BROKEN -> throw new AdapterFault(Kind.FAILED,
                    ("The machine (%s) of host (%s) is broken: %s.\nMaybe check it at the provider; if it is released there, it is rented "
                            + "again.")
                            .formatted(machine.id(), host.id(), machine.trouble().orElse("the provider gives no reason")));
            case RUNNING -> preparation.whyNotFit(reachable(rental, machine));
        };
    }

    /** If addresses are translated, the server also needs the public address. A machine that is fit already has it. */
    private ObservedMachine reachable(Rental rental, ObservedMachine machine) {
        String own = machine.addresses().get(0);
        if (!rental.publicAddresses() || machine.publicAddresses().containsKey(own) || preparation.fit(machine)) {
            return machine;
        }
        MachineAccess access = new MachineAccess(new TreeSet<>(), new TreeSet<>(List.of(own)));
        return known.remember(rental.region(), cloud.ensureAccess(rental.region(), machine.label(), access));
    }

    @Override
    public void open(Host host, MachineAccess access) {
        Rental rental = host.rental().orElseThrow();
        TreeSet<String> publicFor = new TreeSet<>(access.publicFor());
        if (rental.publicAddresses()) {
            publicFor.add(known.required(host).addresses().get(0));
        }
        known.remember(rental.region(), cloud.ensureAccess(rental.region(), known.label(host),
                new MachineAccess(access.addresses(), publicFor)));
    }

    @Override
    public void release(Host host) {
        Region region = host.rental().orElseThrow().region();
        cloud.destroy(region, known.label(host));
        known.forget(region, known.label(host));
        preparation.forget(known.label(host));
    }

    @Override
    public void discard(Region region, ObservedMachine machine) {
        if (!known.ours(machine.label())) {
            throw new AdapterFault(Kind.UNTRUSTED,
                    "The machine (%s) is of another infrastructure (%s) and is not released.\nMaybe release it there."
                    .formatted(machine.id(), machine.label().infrastructure()));
        }
        cloud.destroy(region, machine.label());
        known.forget(region, machine.label());
        preparation.forget(machine.label());
    }
}
