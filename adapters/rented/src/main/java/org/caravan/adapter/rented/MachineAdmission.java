package org.caravan.adapter.rented;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.ObservedCopy;
import org.caravan.application.Endpoint;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineFirewall;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineLocks;
import org.caravan.machine.ObservedMachine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Derives the provider's firewall of each machine from what the copies on it admit. It is the only filter of a copy that uses the whole
 * machine, and an additional one around containers, which have their own. It admits senders before a copy does, and no longer after the
 * copy has stopped admitting them.
 */
final class MachineAdmission {

    private static final Logger LOG = LoggerFactory.getLogger(MachineAdmission.class);
    private static final int SSH = 22;

    private final MachineCloud cloud;
    private final CloudAdapter inside;
    private final MachineCache known;
    private final MachineLocks locks = new MachineLocks();
    /** Admissions of copies whose calls are in progress, so that concurrent calls for the same machine keep them. */
    private final Map<MachineLabel, Map<CopyId, SortedSet<Admission>>> pending = new ConcurrentHashMap<>();

    MachineAdmission(MachineCloud cloud, CloudAdapter inside, MachineCache known) {
        this.cloud = cloud;
        this.inside = inside;
        this.known = known;
    }

    /** True if the provider closes ports. Otherwise copies that use a whole machine have no filter. */
    boolean closed() {
        return cloud.capabilities().contains(MachineCapability.CLOSED_PORTS);
    }

    /**
     * Makes a call after which the copy admits these senders. The firewall admits them before the call, and exactly what the copies admit
     * after it.
     *
     * @param reached the host as copies on it are reached
     */
    void around(Host host, Host reached, CopyId id, CopySpec spec, Admitted admitted, Runnable call) {
        MachineLabel label = known.label(host);
        SortedSet<Admission> wanted = wanted(spec, admitted);
        changePending(label, id, Optional.of(wanted));
        try {
            locks.with(label, () -> {
                SortedSet<Admission> wider = new TreeSet<>(firewall(host).admissions());
                wider.addAll(wanted);
                return enforce(host, wider, false);
            });
            call.run();
        } finally {
            changePending(label, id, Optional.empty());
        }
        settle(host, reached, Map.of(id, wanted));
    }

    /** Call after a copy was removed: the firewall admits exactly what the remaining copies admit. */
    void settle(Host host, Host reached) {
        settle(host, reached, Map.of());
    }

    private void settle(Host host, Host reached, Map<CopyId, SortedSet<Admission>> given) {
        MachineLabel label = known.label(host);
        locks.with(label, () -> {
            MachineFirewall now = firewall(host);
            SortedSet<Admission> needed = needed(now, inside.observe(reached), given);
            pending.getOrDefault(label, Map.of()).values().forEach(needed::addAll);
            return enforce(host, needed, true);
        });
    }

    /**
     * Restores the rules for SSH and ICMP if somebody removed one of them at the provider: without SSH, no other repair is possible.
     *
     * @return whether a rule was missing
     */
    boolean reopen(Host host) {
        return locks.with(known.label(host), () -> {
            MachineFirewall now = firewall(host);
            if (now.complete()) {
                return false;
            }
            LOG.warn("the firewall of machine ({}) lacked a rule for SSH or ICMP; it is restored", known.label(host));
            enforce(host, now.admissions(), false);
            return true;
        });
    }

    /**
     * The copies with the filters that are in force. A sender that only one of copy and firewall admits is not admitted. A sender that the
     * firewall admits without need shows at each copy, so that it counts as drift.
     */
    List<ObservedCopy> seen(Host host, ObservedMachine machine, List<ObservedCopy> copies) {
        List<ObservedCopy> own = copies.stream().map(copy -> inside.usesMachine(host, copy.id()) ? ofWholeMachine(copy) : copy).toList();
        if (machine.firewall().isEmpty() || pending.containsKey(machine.label())) {
            return own;
        }
        MachineFirewall firewall = machine.firewall().get();
        SortedSet<Admission> excess = new TreeSet<>(firewall.admissions());
        excess.removeAll(needed(firewall, own, Map.of()));
        return own.stream().map(copy -> copy.admitted().filter(admitted -> !admitted.everyone())
                .map(admitted -> copy.admitting(inForce(admitted, firewall, excess))).orElse(copy)).toList();
    }

    /** A copy from before there were firewall rules for it admits everyone. Without a firewall, a copy has no filter. */
    private ObservedCopy ofWholeMachine(ObservedCopy copy) {
        Optional<Admitted> admitted = !closed() ? Optional.empty() : copy.state() == ObservedCopy.State.RUNNING
                ? copy.admitted().or(() -> Optional.of(Admitted.EVERYONE)) : copy.admitted();
        return new ObservedCopy(copy.id(), copy.hostId(), copy.state(), copy.specDigest(), copy.addresses(), copy.routes(), copy.secrets(),
                copy.ports(), copy.restarts(), admitted);
    }

    private static Admitted inForce(Admitted admitted, MachineFirewall firewall, Collection<Admission> excess) {
        if (firewall.foreign() || !firewall.complete()) {
            return Admitted.EVERYONE; // not the filter that it was given
        }
        SortedSet<Admission> all = new TreeSet<>(firewall.admissions());
        all.add(new Admission(Admission.ANYWHERE, SSH));
        Admitted outside = Admitted.of(all);
        List<Admission> both = new ArrayList<>(admitted.admissions().stream().filter(one -> outside.covers(Admitted.of(List.of(one))))
                .toList());
        both.addAll(excess);
        return Admitted.of(both);
    }

    /**
     * What the copies admit. The admissions of a stopped or unfiltered copy are unknown, so the firewall's rules for its ports are kept.
     *
     * @param given admissions of copies that were just changed
     */
    private static SortedSet<Admission> needed(MachineFirewall now, List<ObservedCopy> copies, Map<CopyId, SortedSet<Admission>> given) {
        SortedSet<Admission> needed = new TreeSet<>();
        for (ObservedCopy copy : copies) {
            Optional<Admitted> admitted = copy.admitted().filter(its -> !its.everyone());
            if (given.containsKey(copy.id())) {
                needed.addAll(given.get(copy.id()));
            } else if (admitted.isPresent()) {
                needed.addAll(admitted.get().admissions());
            } else {
                now.admissions().stream().filter(one -> copy.ports().contains(one.port())).forEach(needed::add);
            }
        }
        return needed;
    }

    private static SortedSet<Admission> wanted(CopySpec spec, Admitted admitted) {
        return !admitted.everyone() ? admitted.admissions() : spec.endpoints().stream().map(Endpoint::port)
                .map(port -> new Admission(Admission.ANYWHERE, port)).collect(Collectors.toCollection(TreeSet::new));
    }

    private MachineFirewall firewall(Host host) {
        return known.required(host).firewall().orElse(new MachineFirewall(new TreeSet<>(), !closed()));
    }

    /** @param exact true if rules that Caravan did not create are removed, too */
    private Void enforce(Host host, SortedSet<Admission> admissions, boolean exact) {
        MachineFirewall now = firewall(host);
        SortedSet<Admission> beside = new TreeSet<>(admissions);
        beside.removeIf(one -> one.port() == SSH); // always admitted
        if (exact ? !now.isExactly(beside) : !now.complete() || !now.admissions().equals(beside)) {
            Region region = host.rental().orElseThrow().region();
            known.remember(region, cloud.admit(region, known.label(host), beside));
        }
        return null;
    }

    private void changePending(MachineLabel label, CopyId id, Optional<SortedSet<Admission>> admissions) {
        pending.compute(label, (same, present) -> {
            Map<CopyId, SortedSet<Admission>> changed = new TreeMap<>(present == null ? Map.of() : present);
            admissions.ifPresentOrElse(those -> changed.put(id, those), () -> changed.remove(id));
            return changed.isEmpty() ? null : changed;
        });
    }
}
