package org.caravan.change;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedCopy.State;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.UnobservedHost;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.LinkPlacement;

/** Compares the observed state with a plan. Does not order steps. */
final class StateDiff {

    enum Standing {
        /** Runs as planned; its routes may still differ. */
        KEPT,
        /** Must be created. */
        MISSING,
        /**
         * Must be created, but cannot be yet, for one of three reasons. A required instance is {@link #UNKNOWN} or blocked. A
         * public address, its own or that of a required instance, is not known yet. An obstacle may still be used from an
         * unobserved host.
         */
        BLOCKED,
        /** On an unobserved host since an earlier plan; presumed to run. */
        PRESUMED,
        /** On an unobserved host and possibly not created yet; no step may rely on it. */
        UNKNOWN
    }

    private static final Set<Standing> RELIABLE = EnumSet.of(Standing.KEPT, Standing.MISSING, Standing.PRESUMED);

    final DeploymentPlan target;
    final RouteSteps wiring;
    private final PublicAddresses outside;
    private final ObservedState observed;
    private final Set<CopyId> unconfirmed;
    private final Map<InstanceId, InstancePlacement> placements;
    private final Map<InstanceId, List<ObservedCopy>> copies;
    private final Set<String> unobserved;
    private final Set<String> lost;
    private final boolean filtered;
    private final ObservedConsumers uses;
    private final List<ObservedCopy> strays;
    private final Map<InstanceId, List<ObservedCopy>> straysByInstance;
    private final Blockers obstacles;
    private final AssumedConsumers unseen;
    private final Map<InstanceId, Standing> standings = new TreeMap<>();

    /**
     * @param unconfirmed copies not known to have ever been ready
     * @param earlier plans that copies on unobserved hosts may still follow
     */
    StateDiff(ObservedState observed, DeploymentPlan target, Set<CopyId> unconfirmed, List<DeploymentPlan> earlier) {
        this.target = target;
        this.outside = new PublicAddresses(observed);
        this.observed = outside.withPublicAddresses(observed.of(target.application()));
        this.unconfirmed = unconfirmed;
        this.wiring = new RouteSteps(target, outside);
        this.placements = target.instances().stream().collect(Collectors.toMap(InstancePlacement::instance, placed -> placed));
        this.copies = byInstance(this.observed.copies());
        this.unobserved = observed.unobserved().stream().map(UnobservedHost::hostId).collect(Collectors.toSet());
        this.lost = observed.unobserved().stream().filter(UnobservedHost::lost).map(UnobservedHost::hostId).collect(Collectors.toSet());
        this.filtered = this.observed.copies().stream().anyMatch(copy -> copy.admitted().isPresent());
        this.uses = new ObservedConsumers(this.observed.copies());
        this.strays = findStrays();
        this.straysByInstance = byInstance(strays);
        this.obstacles = new Blockers(strays);
        this.unseen = new AssumedConsumers(this, earlier);
        wiring.providersFirst().forEach(instance -> standings.put(instance, assess(placement(instance))));
    }

    ObservedState observed() {
        return observed;
    }

    InstancePlacement placement(InstanceId instance) {
        return find(instance).orElseThrow();
    }

    Optional<InstancePlacement> find(InstanceId instance) {
        return Optional.ofNullable(placements.get(instance));
    }

    boolean observed(String hostId) {
        return !unobserved.contains(hostId);
    }

    /** True if the instance is on a host that is known to be lost, and not only unobserved. */
    boolean lost(InstanceId instance) {
        return lost.contains(placement(instance).hostId());
    }

    CopyId copy(InstanceId instance) {
        return placement(instance).copy(target.application());
    }

    /** True if the copy runs but is not known to have ever been ready. */
    boolean keptUnconfirmed(InstanceId instance) {
        return standing(instance) == Standing.KEPT && unconfirmed.contains(copy(instance));
    }

    Standing standing(InstanceId instance) {
        return standings.get(instance);
    }

    /** Instances with this standing, providers first. */
    List<InstanceId> instances(Standing standing) {
        return wiring.providersFirst().stream().filter(instance -> standing(instance) == standing).toList();
    }

    /** Entries that users should receive; empty while the public address of an entry's instance is unknown. */
    Optional<EntryState> entriesWanted() {
        return wiring.entries();
    }

    /**
     * True if the instance needs new source addresses at a provider whose filter cannot be changed, because the provider's host is
     * unobserved.
     *
     * @param now current routes of the instance, which the provider is presumed to admit
     */
    boolean shutOut(InstanceId instance, List<PeerRoute> now) {
        return filtered && wiring.providers(instance).stream().filter(provider -> standing(provider) == Standing.PRESUMED)
                .anyMatch(provider -> !now.containsAll(wiring.routes(instance, provider)));
    }

    /** True if routes and entries may point to the instance after its steps are done. */
    boolean reliable(InstanceId instance) {
        return RELIABLE.contains(standing(instance));
    }

    boolean allReliable(List<InstanceId> instances) {
        return instances.stream().allMatch(this::reliable);
    }

    /** The running copy that matches its placement. */
    Optional<ObservedCopy> keptCopy(InstanceId instance) {
        return inPlace(instance).filter(copy -> asAsked(copy, placement(instance)));
    }

    /** The copy with the planned label on the planned host, in any state. */
    Optional<ObservedCopy> inPlace(InstanceId instance) {
        return copies.getOrDefault(instance, List.of()).stream().filter(copy -> labelled(copy, placement(instance))).findFirst();
    }

    /** Copies that the plan does not contain. A copy that uses another precedes it. */
    List<ObservedCopy> strays() {
        return strays;
    }

    List<ObservedCopy> straysOf(InstanceId instance) {
        return straysByInstance.getOrDefault(instance, List.of());
    }

    /** Other copies with a route to this one. */
    List<ObservedCopy> usersOf(ObservedCopy copy) {
        return uses.of(copy);
    }

    /**
     * True if all addresses from which a copy reaches another are known. Within a site the source is the copy's own address, so the
     * result can be false there.
     */
    boolean sourcesKnown(ObservedCopy user, ObservedCopy copy) {
        return user.routes().stream().filter(route -> copy.addresses().contains(route.address()))
                .allMatch(route -> outside.address(user.hostId(), route.sourceAddress()).isPresent());
    }

    /** Names an instance on an unobserved host that may still use the copy; empty if none can. */
    Optional<String> unseenUser(ObservedCopy copy) {
        return unseen.of(copy);
    }

    List<Blockers.Obstacle> obstacles(InstancePlacement placement) {
        return obstacles.of(placement);
    }

    private List<ObservedCopy> findStrays() {
        Set<ObservedCopy> found = observed.copies().stream().filter(this::isStray)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return Precedence.order(found, stray -> uses.of(stray).stream().filter(found::contains).toList());
    }

    private static Map<InstanceId, List<ObservedCopy>> byInstance(List<ObservedCopy> copies) {
        return copies.stream().collect(Collectors.groupingBy(copy -> copy.id().instance()));
    }

    private Standing assess(InstancePlacement placement) {
        if (!observed(placement.hostId())) {
            return presumed(placement) ? Standing.PRESUMED : Standing.UNKNOWN;
        }
        if (keptCopy(placement.instance()).isPresent()) {
            return Standing.KEPT;
        }
        boolean blocked = !wiring.addressesKnown(placement.instance()) || wiring.providers(placement.instance()).stream()
                .anyMatch(provider -> standings.containsKey(provider) && !reliable(provider));
        blocked |= shutOut(placement.instance(), List.of());
        blocked |= obstacles.of(placement).stream().anyMatch(obstacle -> unseen.of(obstacle.copy()).isPresent());
        return blocked ? Standing.BLOCKED : Standing.MISSING;
    }

    private boolean presumed(InstancePlacement placement) {
        return placement.generation() < target.generation()
                && !unconfirmed.contains(copy(placement.instance()))
                && straysOf(placement.instance()).isEmpty();
    }

    private boolean isStray(ObservedCopy copy) {
        return find(copy.id().instance()).filter(placement -> labelled(copy, placement)).isEmpty();
    }

    private boolean labelled(ObservedCopy copy, InstancePlacement placement) {
        return copy.id().equals(placement.copy(target.application())) && copy.hostId().equals(placement.hostId());
    }

    private static boolean asAsked(ObservedCopy copy, InstancePlacement placement) {
        return copy.state() == State.RUNNING && copy.specDigest().equals(placement.spec().digest());
    }

    /** Index of copies by the copies that have routes to them, from the observed state. */
    private static final class ObservedConsumers {

        private static final Comparator<ObservedCopy> ORDER =
                Comparator.comparing(ObservedCopy::id).thenComparing(ObservedCopy::hostId);

        private final Map<String, List<ObservedCopy>> byAddress = new HashMap<>();

        ObservedConsumers(List<ObservedCopy> copies) {
            copies.forEach(copy -> copy.routes().stream().map(PeerRoute::address).distinct()
                    .forEach(address -> byAddress.computeIfAbsent(address, unused -> new ArrayList<>()).add(copy)));
        }

        /** Users of a copy, without duplicates, ordered by label and host. */
        List<ObservedCopy> of(ObservedCopy used) {
            return used.addresses().stream()
                    .flatMap(address -> byAddress.getOrDefault(address, List.of()).stream())
                    .filter(user -> user != used)
                    .distinct()
                    .sorted(ORDER)
                    .toList();
        }
    }

    /**
     * Possible uses of a copy from unobserved hosts. Routes there are unknown, so they are derived from all plans since the observed
     * state last matched a plan. Instances that the target does not contain are ignored.
     */
    private static final class AssumedConsumers {

        private final StateDiff assessment;
        private final List<DeploymentPlan> plans;

        /** Reads only host observations and the plan from the assessment. */
        AssumedConsumers(StateDiff assessment, List<DeploymentPlan> earlier) {
            this.assessment = assessment;
            this.plans = new ArrayList<>(earlier);
            this.plans.add(assessment.target);
        }

        /** Names the first possible user; empty if there is none. */
        Optional<String> of(ObservedCopy copy) {
            if (assessment.observed().unobserved().isEmpty()) {
                return Optional.empty();
            }
            InstanceId instance = copy.id().instance();
            Stream<InstancePlacement> successorsUsers = assessment.find(instance).stream()
                    .flatMap(placed -> assessment.wiring.consumers(instance).stream()).map(assessment::placement);
            Stream<InstancePlacement> users = plans.stream().flatMap(plan -> plan.links().stream()
                    .filter(link -> pointsTo(link, copy) && assessment.find(link.from()).isPresent())
                    .flatMap(link -> plan.instance(link.from()).stream()));
            return Stream.concat(successorsUsers, users)
                    .filter(user -> !assessment.observed(user.hostId()))
                    .map(user -> user.instance() + " on " + user.hostId() + ", which was not observed, may still use it")
                    .findFirst();
        }

        private static boolean pointsTo(LinkPlacement link, ObservedCopy copy) {
            return link.to().equals(copy.id().instance()) && copy.addresses().contains(link.targetAddress());
        }
    }
}
