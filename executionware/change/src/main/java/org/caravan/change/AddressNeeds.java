package org.caravan.change;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.RentedHost;
import org.caravan.infrastructure.IpFamily;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.ObservedMachine;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.LinkPlacement;

/** Derives the addresses and public addresses that a provisioned machine needs for its copies. A pure function. */
public final class AddressNeeds {

    private AddressNeeds() {}

    /**
     * The exact access that the host's machine needs.
     *
     * @param targets plans of all applications
     * @param there copies of all applications on the host now; a leaving copy keeps its access until it is removed
     */
    public static MachineAccess of(RentedHost host, Collection<DeploymentPlan> targets, Collection<ObservedCopy> there) {
        List<MachineAccess> needs = new ArrayList<>();
        targets.forEach(plan -> needs.add(of(plan, host)));
        there.forEach(copy -> needs.add(of(copy, host)));
        return new MachineAccess(
                union(needs.stream().map(MachineAccess::addresses)),
                union(needs.stream().map(MachineAccess::publicFor)));
    }

    /** The access that the target of one application needs there. */
    static MachineAccess of(DeploymentPlan plan, RentedHost host) {
        TreeSet<String> addresses = new TreeSet<>();
        Set<String> fromOutside = host.publicAddresses() ? usedAcrossSites(plan) : Set.of();
        TreeSet<String> publicFor = new TreeSet<>();
        for (InstancePlacement placement : plan.instances()) {
            if (placement.hostId().equals(host.hostId())) {
                placement.spec().addresses().stream().map(CopyAddress::address).forEach(addresses::add);
                placement.spec().addresses().stream()
                        .filter(address -> address.at().family() == IpFamily.IPV4)
                        .map(CopyAddress::address).filter(fromOutside::contains).forEach(publicFor::add);
            }
        }
        return new MachineAccess(addresses, publicFor);
    }

    private static MachineAccess of(ObservedCopy copy, RentedHost host) {
        TreeSet<String> published = new TreeSet<>(
                host.machine().map(ObservedMachine::publicAddresses).map(translated -> translated.keySet()).orElse(Set.of()));
        published.retainAll(copy.addresses());
        return new MachineAccess(new TreeSet<>(copy.addresses()), published);
    }

    /** Both ends of each link between sites. Without a public address, no connection enters or leaves a machine. */
    private static Set<String> usedAcrossSites(DeploymentPlan plan) {
        Set<String> used = new HashSet<>();
        plan.entries().forEach(entry -> used.add(entry.targetAddress()));
        for (LinkPlacement link : plan.links()) {
            if (!link.path().withinSite()) {
                used.add(link.sourceAddress());
                used.add(link.targetAddress());
            }
        }
        return used;
    }

    private static <T> TreeSet<T> union(Stream<? extends Set<T>> sets) {
        TreeSet<T> all = new TreeSet<>();
        sets.forEach(all::addAll);
        return all;
    }
}
