package org.caravan.change;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.UnobservedHost;
import org.caravan.change.StateDiff.Standing;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;

/** Explains each step, and each change that is not made. */
final class StepCauses {

    private final StateDiff assessment;

    StepCauses(StateDiff assessment) {
        this.assessment = assessment;
    }

    String ofCreation(InstanceId instance) {
        // A copy without a digest consists of its secrets only.
        Optional<ObservedCopy> inPlace = assessment.inPlace(instance).filter(copy -> !copy.specDigest().isEmpty());
        if (inPlace.isPresent()) {
            return switch (inPlace.get().state()) {
                case STOPPED -> "has stopped";
                case CRASH_LOOP -> "is in a crash loop";
                case RUNNING -> "runs otherwise than planned";
            };
        }
        Optional<String> from = origin(instance);
        String hostId = assessment.placement(instance).hostId();
        return from.map(old -> old.equals(hostId) ? "is renewed" : "moves from " + old).orElse("is not there yet");
    }

    String ofRouting(InstanceId instance, List<PeerRoute> now) {
        List<PeerRoute> wanted = assessment.wiring.routes(instance);
        TreeSet<String> peers = new TreeSet<>();
        now.stream().filter(route -> !wanted.contains(route)).map(PeerRoute::peer).forEach(peers::add);
        wanted.stream().filter(route -> !now.contains(route)).map(PeerRoute::peer).forEach(peers::add);
        return peers.stream().map(peer -> ofPeer(instance, peer)).collect(Collectors.joining(" and "));
    }

    private String ofPeer(InstanceId instance, String peer) {
        // If there are several replicas, name one that changes.
        Optional<InstanceId> provider = assessment.wiring.providers(instance).stream()
                .filter(id -> id.componentId().equals(peer))
                .min(Comparator.comparing(id -> origin(id).isEmpty() && assessment.standing(id) != Standing.MISSING));
        if (provider.isEmpty()) {
            return peer + " is no longer required";
        }
        String hostId = assessment.placement(provider.get()).hostId();
        Optional<String> from = origin(provider.get());
        if (from.isPresent()) {
            return from.get().equals(hostId) ? peer + " is renewed" : peer + " moved to " + hostId;
        }
        boolean starts = assessment.standing(provider.get()) == Standing.MISSING;
        return starts ? peer + " starts on " + hostId : "the path to " + peer + " changes";
    }

    String ofEntry(EntryState inForce, List<EntryPlacement> wanted) {
        if (wanted.isEmpty()) {
            return "users are no longer served";
        }
        TreeSet<InstanceId> changed = new TreeSet<>();
        wanted.stream().filter(entry -> !inForce.entries().contains(entry)).map(EntryPlacement::to).forEach(changed::add);
        if (changed.isEmpty()) {
            return "fewer users are served";
        }
        return changed.stream()
                .map(instance -> "users reach " + instance + " on " + assessment.placement(instance).hostId())
                .collect(Collectors.joining(" and "));
    }

    String ofRetirement(ObservedCopy stray) {
        Optional<InstancePlacement> placement = assessment.find(stray.id().instance());
        if (placement.isEmpty()) {
            return "no longer in the plan";
        }
        CopyId wanted = placement.get().copy(assessment.target.application());
        if (stray.id().equals(wanted)) {
            return "is a second copy, the plan has it on " + placement.get().hostId();
        }
        boolean stays = stray.hostId().equals(placement.get().hostId());
        return stays ? "is renewed" : "moves to " + placement.get().hostId();
    }

    /** One sentence per unobserved host and its untouched copies, and one per instance that therefore cannot be created. */
    List<String> unseen() {
        List<String> reasons = new ArrayList<>();
        for (UnobservedHost host : assessment.observed().unobserved()) {
            String there = assessment.target.instances().stream()
                    .filter(placement -> placement.hostId().equals(host.hostId()))
                    .map(placement -> placement.instance().toString())
                    .collect(Collectors.joining(", "));
            String left = there.isEmpty() ? "copies there, if any, are" : there + " there is";
            reasons.add(host.hostId() + " was not observed (" + host.reason().strip() + "): " + left + " left alone.");
        }
        String waitsFor = assessment.observed().unobserved().isEmpty()
                ? "its public address, or that of an instance it requires, is not known yet."
                : "it requires an instance on a host that was not observed.";
        assessment.instances(Standing.BLOCKED).forEach(instance -> reasons.add(instance + " is not created yet: "
                + inTheWay(instance).orElse(waitsFor)));
        if (assessment.entriesWanted().isEmpty()) {
            reasons.add("the names of users are not updated yet: the public address of their instance is not known.");
        }
        return reasons;
    }

    private Optional<String> inTheWay(InstanceId instance) {
        return assessment.obstacles(assessment.placement(instance)).stream()
                .flatMap(obstacle -> assessment.unseenUser(obstacle.copy()).stream()
                        .map(user -> obstacle.copy().id() + " on " + obstacle.copy().hostId() + " is in its way, and " + user + "."))
                .findFirst();
    }

    /** Host of the newest copy that the plan replaces. */
    private Optional<String> origin(InstanceId instance) {
        return assessment.straysOf(instance).stream()
                .max(Comparator.comparing(ObservedCopy::id))
                .map(ObservedCopy::hostId);
    }
}
