package org.caravan.change;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.change.StateDiff.Standing;
import org.caravan.plan.EntryPlacement;

/**
 * Copies that may not become ready, because instances that they require, directly or not, are on lost hosts. Their confirmation is tried,
 * as many programs are ready without their providers, but no other step waits for it, except where the copy that is replaced still serves.
 */
final class Doubts {

    private final StateDiff assessment;
    /** By instance that lacks a provider: the lost instance and its host, for use inside a sentence. */
    private final Map<InstanceId, String> cutOff = new TreeMap<>();
    private final Set<InstanceId> doubtful = new TreeSet<>();

    Doubts(StateDiff assessment) {
        this.assessment = assessment;
        for (InstanceId instance : assessment.wiring.providersFirst()) {
            lacks(instance).ifPresent(root -> cutOff.put(instance, root));
            boolean waitsInVain = serves(instance) && assessment.wiring.providers(instance).stream().anyMatch(doubtful::contains);
            if (toConfirm(instance) && (cutOff.containsKey(instance) || waitsInVain)) {
                doubtful.add(instance);
            }
        }
    }

    /** Whether the confirmation of the instance may fail for this reason. */
    boolean of(InstanceId instance) {
        return doubtful.contains(instance);
    }

    /** Providers of the instance whose confirmation may fail. */
    List<InstanceId> providers(InstanceId instance) {
        return assessment.wiring.providers(instance).stream().filter(doubtful::contains).toList();
    }

    /**
     * Providers without which the instance is created. Empty if the copy that it replaces still runs: that copy then serves until the
     * providers are ready, so that a replacement takes nothing away.
     */
    Set<InstanceId> leftOut(InstanceId instance) {
        return serves(instance) ? Set.of() : Set.copyOf(providers(instance));
    }

    /** Routes that do not depend on doubtful providers: to their components, the present ones stay. */
    List<PeerRoute> sureRoutes(InstanceId instance, List<PeerRoute> now) {
        List<InstanceId> without = providers(instance);
        Set<String> components = without.stream().map(InstanceId::componentId).collect(Collectors.toSet());
        Set<PeerRoute> sure = new TreeSet<>(assessment.wiring.routes(instance));
        without.forEach(provider -> sure.removeAll(assessment.wiring.routes(instance, provider)));
        now.stream().filter(route -> components.contains(route.peer())).forEach(sure::add);
        return List.copyOf(sure);
    }

    /** Entries that do not depend on doubtful instances: of their components, those in force stay. */
    EntryState sureEntries(EntryState wanted, EntryState inForce) {
        List<EntryPlacement> sure = new ArrayList<>();
        Set<String> held = new TreeSet<>();
        for (EntryPlacement entry : wanted.entries()) {
            if (of(entry.to())) {
                held.add(key(entry));
            } else {
                sure.add(entry);
            }
        }
        inForce.entries().stream().filter(entry -> held.contains(key(entry)) && !sure.contains(entry)).forEach(sure::add);
        return new EntryState(sure);
    }

    private static String key(EntryPlacement entry) {
        return entry.usersId() + " " + entry.to().componentId();
    }

    /** One sentence for each lost instance. */
    List<String> reasons() {
        Map<String, List<String>> byRoot = new LinkedHashMap<>();
        doubtful.stream().filter(cutOff::containsKey).forEach(instance ->
                byRoot.computeIfAbsent(cutOff.get(instance), root -> new ArrayList<>()).add(instance.toString()));
        return byRoot.entrySet().stream().map(each -> String.join(", ", each.getValue()) + " may not become ready, because "
                + each.getKey() + "; copies that serve stay until it is ready.").toList();
    }

    private Optional<String> lacks(InstanceId instance) {
        Map<String, List<InstanceId>> byComponent = assessment.wiring.providers(instance).stream()
                .collect(Collectors.groupingBy(InstanceId::componentId, TreeMap::new, Collectors.toList()));
        return byComponent.values().stream()
                .filter(replicas -> replicas.stream().allMatch(one -> assessment.lost(one) || cutOff.containsKey(one)))
                .map(replicas -> root(replicas.get(0))).findFirst();
    }

    private String root(InstanceId provider) {
        return assessment.lost(provider) ? "it requires " + provider + " on lost host " + assessment.placement(provider).hostId()
                : cutOff.get(provider).replace("it requires ", "it requires " + provider + ", which requires ");
    }

    private boolean toConfirm(InstanceId instance) {
        return assessment.standing(instance) == Standing.MISSING || assessment.keptUnconfirmed(instance)
                || assessment.standing(instance) == Standing.KEPT && !assessment.straysOf(instance).isEmpty();
    }

    /** Whether a copy runs that the planned one replaces. */
    private boolean serves(InstanceId instance) {
        return assessment.standing(instance) == Standing.MISSING
                && assessment.straysOf(instance).stream().anyMatch(stray -> stray.state() == ObservedCopy.State.RUNNING);
    }
}
