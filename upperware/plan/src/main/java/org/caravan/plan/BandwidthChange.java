package org.caravan.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.application.PlacementRules;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.BitRate;

/**
 * Changes the bandwidth of one running copy and nothing else. Pure: decides by the targets of all applications, declared uplinks and
 * measured paths. A capacity of which the copy asks for no more than it has is not checked: the change does not overbook it further.
 */
public final class BandwidthChange {

    /** Answer to a change. */
    public sealed interface Answer permits Granted, Refused, NoUplink {}

    /** The change fits. @param plan successor of the target that differs only in the copy's bandwidth */
    public record Granted(DeploymentPlan plan) implements Answer {}

    /** The copy's traffic stays within its site, so there is no uplink to divide. */
    public record NoUplink() implements Answer {}

    /** The change does not fit. @param conflicts one for each uplink, then path, then inbound access link that is too small, each sorted */
    public record Refused(List<Conflict> conflicts) implements Answer {}

    /**
     * The smallest set of reservations that do not fit on an uplink together, or a reservation above what a path carries.
     *
     * @param path from a caller; empty for an access link
     * @param inbound whether {@code at} is the access link of a caller, which responses enter
     * @param capacity declared capacity of the access link in its direction, or measured throughput of the path; 0 if an uplink is not
     *     declared, and then no minimum can be kept
     * @param asked minimum that was asked for
     * @param others of copies beside it, largest first; empty if what was asked is above the capacity alone
     * @param free largest minimum that could be granted here
     */
    public record Conflict(AccessLink at, Optional<PathId> path, boolean inbound, BitRate capacity, BitRate asked, List<Reserved> others,
            BitRate free) {

        public Conflict(AccessLink at, BitRate capacity, BitRate asked, List<Reserved> others, BitRate free) {
            this(at, Optional.empty(), false, capacity, asked, others, free);
        }

        public Conflict(AccessLink at, Optional<PathId> path, BitRate capacity, BitRate asked, List<Reserved> others, BitRate free) {
            this(at, path, false, capacity, asked, others, free);
        }

        /** Whether the uplink has no declared capacity, so that no minimum can be kept on it. */
        public boolean undeclared() {
            return path.isEmpty() && !inbound && capacity.value() == 0;
        }
    }

    /** A minimum that a copy has. */
    public record Reserved(String application, InstanceId instance, BitRate min) {}

    private static final Comparator<Reserved> LARGEST_FIRST = Comparator.comparing(Reserved::min).reversed()
            .thenComparing(Reserved::application).thenComparing(Reserved::instance);

    private BandwidthChange() {}

    /**
     * @param target plan that runs, of this model
     * @param others targets of all other applications
     * @param carried measured throughput of responses on a path; empty if it is unknown
     * @param weight of the application's organisation
     * @param wanted on each uplink that the copy's traffic uses; empty: none any more
     */
    public static Answer of(DeploymentPlan target, ApplicationModel model, Infrastructure infrastructure, List<DeploymentPlan> others,
            Function<PathId, Optional<BitRate>> carried, double weight, InstanceId instance, Optional<Bandwidth> wanted) {
        PlacementRules bonds = model.supplement().bonds();
        if (wanted.isEmpty()) { // on a link with a quota it takes part all the same
            return new Granted(changed(target, infrastructure, weight, instance, BandwidthReservations.of(
                    model.withPlacementRules(bonds.withoutBandwidth(instance.componentId())), infrastructure, target, instance,
                            weight != 1)));
        }
        Map<String, Bandwidth> chosen = new TreeMap<>(bonds.chosen());
        chosen.put(instance.toString(), wanted.get());
        List<BandwidthReservation> asked = BandwidthReservations.of(model.withPlacementRules(bonds.choosing(chosen)), infrastructure,
                target,
                instance, weight != 1);
        if (asked.isEmpty()) {
            return new NoUplink();
        }
        Map<AccessLink, List<Reserved>> beside = new TreeMap<>();
        others.forEach(plan -> plan.bandwidth().forEach(one -> add(beside, plan, one)));
        target.bandwidth().stream().filter(one -> !one.instance().equals(instance)).forEach(one -> add(beside, target, one));
        List<ReservedResponse> held = ReservedResponse.of(target).stream().filter(one -> one.instance().equals(instance)).toList();
        List<Conflict> conflicts = new ArrayList<>(asked.stream().filter(one -> grows(target, infrastructure, one))
                .sorted(Comparator.comparing(BandwidthReservation::at))
                .flatMap(one -> conflict(one, BandwidthReservations.uplink(infrastructure, one.at()),
                        beside.getOrDefault(one.at(), List.of())).stream()).toList());
        List<PathId> paths = target.links().stream().filter(link -> link.to().equals(instance)).map(LinkPlacement::path)
                .filter(path -> !path.withinSite()).distinct().sorted(Comparator.comparing(PathId::toString)).toList();
        BitRate min = wanted.get().min();
        paths.stream().filter(path -> !holds(held, min, one -> one.path().equals(path)))
                .forEach(path -> carried.apply(path).flatMap(most -> conflict(AccessLink.of(path.to()), Optional.of(path), false, min,
                        Optional.of(most), responses(target, others, instance, one -> one.path().equals(path)))).ifPresent(conflicts::add));
        paths.stream().map(path -> AccessLink.of(path.from())).distinct().sorted()
                .filter(at -> !holds(held, min, one -> one.into().equals(at)))
                .forEach(at -> downlink(infrastructure, at).flatMap(most -> conflict(at, Optional.empty(), true, min, Optional.of(most),
                        responses(target, others, instance, one -> one.into().equals(at)))).ifPresent(conflicts::add));
        return conflicts.isEmpty() ? new Granted(changed(target, infrastructure, weight, instance, asked)) : new Refused(conflicts);
    }

    /**
     * Answer to a change of several copies.
     *
     * @param asks copy that the answer is about if the change is not granted; the last one otherwise
     */
    public record OfSeveral(Answer answer, InstanceId asks) {}

    /**
     * As {@link #of} for several copies of the target, one after the other: all of them or none. Copies without traffic on an uplink are
     * left out, unless all are.
     *
     * @param wanted by copy; not empty
     */
    public static OfSeveral ofSeveral(DeploymentPlan target, ApplicationModel model, Infrastructure infrastructure,
            List<DeploymentPlan> others, Function<PathId, Optional<BitRate>> carried, double weight, Map<InstanceId, Bandwidth> wanted) {
        OfSeveral latest = null;
        DeploymentPlan plan = target;
        for (Map.Entry<InstanceId, Bandwidth> one : new TreeMap<>(wanted).entrySet()) {
            Answer answer = of(plan, model, infrastructure, others, carried, weight, one.getKey(), Optional.of(one.getValue()));
            if (answer instanceof Refused) {
                return new OfSeveral(answer, one.getKey());
            }
            if (answer instanceof Granted granted) {
                plan = granted.plan();
                latest = new OfSeveral(new Granted(new DeploymentPlan(target.application(), target.applicationVersion(),
                        Optional.of(target.digest()), target.generation() + 1, plan.instances(), plan.links(), plan.entries(),
                        plan.bandwidth())), one.getKey());
            } else if (latest == null) {
                latest = new OfSeveral(answer, one.getKey());
            }
        }
        return latest;
    }

    /** Whether the copy asks for more of an uplink than it has. Where none is declared, nothing is promised. */
    private static boolean grows(DeploymentPlan target, Infrastructure infrastructure, BandwidthReservation asked) {
        return BandwidthReservations.uplink(infrastructure, asked.at()).isEmpty() || target.bandwidth().stream().noneMatch(one ->
                one.instance().equals(asked.instance()) && one.at().equals(asked.at()) && one.min().compareTo(asked.min()) >= 0);
    }

    private static boolean holds(List<ReservedResponse> held, BitRate min, Predicate<ReservedResponse> there) {
        return held.stream().anyMatch(one -> there.test(one) && one.min().compareTo(min) >= 0);
    }

    private static void add(Map<AccessLink, List<Reserved>> beside, DeploymentPlan plan, BandwidthReservation one) {
        if (one.min().value() > 0) {
            beside.computeIfAbsent(one.at(), any -> new ArrayList<>()).add(new Reserved(plan.application(), one.instance(), one.min()));
        }
    }

    /** Minima of other copies, of this application and others, for responses that go the same way; each copy once. */
    private static List<Reserved> responses(DeploymentPlan target, List<DeploymentPlan> others, InstanceId instance,
            Predicate<ReservedResponse> same) {
        return Stream.concat(Stream.of(target), others.stream()).flatMap(plan -> ReservedResponse.of(plan).stream()
                .filter(one -> same.test(one) && !(plan == target && one.instance().equals(instance)))
                .map(one -> new Reserved(plan.application(), one.instance(), one.min())).distinct()).toList();
    }

    private static Optional<BitRate> downlink(Infrastructure infrastructure, AccessLink at) {
        return infrastructure.findSite(at.siteId()).flatMap(site -> site.downlink(at.ispId()));
    }

    private static Optional<Conflict> conflict(BandwidthReservation asked, Optional<BitRate> uplink, List<Reserved> beside) {
        return conflict(asked.at(), Optional.empty(), false, asked.min(), uplink, beside);
    }

    private static Optional<Conflict> conflict(AccessLink at, Optional<PathId> path, boolean inbound, BitRate asked,
            Optional<BitRate> uplink, List<Reserved> beside) {
        if (asked.value() == 0) {
            return Optional.empty();
        }
        long capacity = uplink.map(BitRate::value).orElse(0L);
        long reserved = beside.stream().mapToLong(one -> one.min().value()).sum();
        if (uplink.isPresent() && asked.value() + reserved <= capacity) {
            return Optional.empty();
        }
        List<Reserved> set = new ArrayList<>();
        long sum = asked.value();
        for (Reserved one : beside.stream().sorted(LARGEST_FIRST).toList()) {
            if (sum > capacity) {
                break;
            }
            set.add(one);
            sum += one.min().value();
        }
        return Optional.of(new Conflict(at, path, inbound, new BitRate(capacity), asked, set,
                new BitRate(Math.max(0, capacity - reserved))));
    }

    private static DeploymentPlan changed(DeploymentPlan target, Infrastructure infrastructure, double weight, InstanceId instance,
            List<BandwidthReservation> asked) {
        List<BandwidthReservation> all = new ArrayList<>(asked);
        target.bandwidth().stream().filter(one -> !one.instance().equals(instance)).forEach(all::add);
        List<LinkBandwidth> links = asked.stream().map(one -> BandwidthReservations.enforced(infrastructure, one, weight)).sorted()
                .toList();
        return new DeploymentPlan(target.application(), target.applicationVersion(), Optional.of(target.digest()),
                target.generation() + 1, target.instances().stream()
                        .map(placed -> placed.instance().equals(instance) ? placed.withBandwidth(links) : placed)
                        .collect(Collectors.toList()),
                target.links(), target.entries(), all);
    }
}
