package org.caravan.server.partition;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.Inventory;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Form;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.AvoidedPath;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.LineDelay;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.Reservation;
import org.caravan.problem.ReservedResponses;
import org.caravan.problem.Uplinks;
import org.caravan.unit.BitRate;

/**
 * Serialised form of a placement problem. Access links are stored as a list, not as JSON keys, because ids of sites and ISPs may contain
 * any character.
 */
record SentProblem(
        ApplicationModel application,
        Infrastructure infrastructure,
        Inventory inventory,
        NetworkMatrix network,
        Optional<String> parentId,
        long generation,
        List<CurrentPlacement> current,
        Map<String, Reservation> reservedElsewhere,
        Map<String, Set<Integer>> takenSlots,
        Map<String, String> excluded,
        PlanningPolicy policy,
        List<ReservedLink> reservedLinks,
        List<AvoidedPath> rerouted,
        SortedMap<PathId, LineDelay> delays,
        SortedMap<PathId, BitRate> responsesElsewhere,
        List<ReservedLink> inboundElsewhere,
        Optional<Double> weight,
        List<SharedLink> sharesElsewhere,
        Optional<Map<String, Double>> speeds,
        Optional<List<PlacementProblem.LearnedStart>> starts,
        Optional<Map<InstanceId, List<Form>>> forms,
        Optional<List<CountedLink>> counted) {

    record ReservedLink(AccessLink at, BitRate rate) {}

    record CountedLink(AccessLink at, Uplinks.Counted use) {}

    record SharedLink(AccessLink at, double share) {}

    static SentProblem of(PlacementProblem problem) {
        return new SentProblem(problem.application(), problem.infrastructure(), problem.inventory(), problem.network(), problem.parentId(),
                problem.generation(),
                problem.current(), problem.reservedElsewhere(), problem.takenSlots(), problem.excluded(), problem.policy(),
                        sent(problem.uplinks().reservedElsewhere()),
                        List.copyOf(problem.uplinks().rerouted()), problem.uplinks().delays(),
                        problem.uplinks().responsesElsewhere().paths(), sent(problem.uplinks().responsesElsewhere().inbound()),
                        Optional.of(problem.uplinks().weight()), problem.uplinks().sharesElsewhere().entrySet().stream()
                                .map(link -> new SharedLink(link.getKey(), link.getValue())).toList(), Optional.of(problem.speeds()),
                        Optional.of(problem.starts()), Optional.of(problem.forms()),
                        Optional.of(problem.uplinks().counted().entrySet().stream()
                                .map(link -> new CountedLink(link.getKey(), link.getValue())).toList()));
    }

    PlacementProblem problem() {
        return new PlacementProblem(application, infrastructure, inventory, network, parentId, generation, current, reservedElsewhere,
                takenSlots, excluded, policy,
                new Uplinks(received(reservedLinks), Set.copyOf(rerouted), delays, responsesElsewhere == null ? ReservedResponses.NONE
                        : new ReservedResponses(responsesElsewhere, received(inboundElsewhere)), weight == null ? 1 : weight.orElse(1.0),
                        shares(), counts()), List.of(), speeds == null ? Map.of() : speeds.orElse(Map.of()),
                starts == null ? List.of() : starts.orElse(List.of()), forms == null ? Map.of() : forms.orElse(Map.of()));
    }

    private TreeMap<AccessLink, Uplinks.Counted> counts() {
        TreeMap<AccessLink, Uplinks.Counted> counts = new TreeMap<>();
        if (counted != null) { // sent by an earlier version
            counted.ifPresent(links -> links.forEach(link -> counts.put(link.at(), link.use())));
        }
        return counts;
    }

    private TreeMap<AccessLink, Double> shares() {
        TreeMap<AccessLink, Double> shares = new TreeMap<>();
        if (sharesElsewhere != null) { // sent by an earlier version
            sharesElsewhere.forEach(link -> shares.put(link.at(), link.share()));
        }
        return shares;
    }

    private static List<ReservedLink> sent(Map<AccessLink, BitRate> rates) {
        return rates.entrySet().stream().map(link -> new ReservedLink(link.getKey(), link.getValue())).toList();
    }

    private static TreeMap<AccessLink, BitRate> received(List<ReservedLink> links) {
        TreeMap<AccessLink, BitRate> rates = new TreeMap<>();
        if (links == null) {
            return rates; // Sent by an earlier version.
        }
        links.forEach(link -> rates.put(link.at(), link.rate()));
        return rates;
    }
}
