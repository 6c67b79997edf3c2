package org.caravan.problem.requirement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Users;
import org.caravan.unit.RequestRate;

/** Creates models without some parts and without dangling references. */
final class SmallerModel {

    private SmallerModel() {}

    static ApplicationModel without(ApplicationModel model, String componentId) {
        List<Component> rest = model.components().stream()
                .filter(component -> !component.id().equals(componentId))
                .map(component -> requiring(component, to -> !to.equals(componentId)))
                .toList();
        ApplicationModel smaller = of(model, rest, requests(model,
                hop -> !hop.from().equals(componentId) && !hop.to().equals(componentId)));
        return new ApplicationModel(smaller.name(), smaller.version(), smaller.components(),
                smaller.locations().stream().filter(one -> !one.componentId().equals(componentId)).toList(),
                smaller.separations().stream().filter(one -> !one.componentId().equals(componentId)).toList(),
                smaller.users(), smaller.requests(), smaller.slos(), smaller.goals(), smaller.onFailure(),
                smaller.supplement().withPlacementRules(smaller.supplement().bonds().without(componentId)));
    }

    /** @param from id of a component, or {@link Hop#USERS} */
    static ApplicationModel withoutLink(ApplicationModel model, String from, String to) {
        List<Component> components = model.components().stream()
                .map(component -> component.id().equals(from) ? requiring(component, other -> !other.equals(to)) : component)
                .toList();
        return of(model, components, requests(model, hop -> !hop.from().equals(from) || !hop.to().equals(to)));
    }

    /** Keeps only SLOs, goals and users of the remaining requests. */
    static ApplicationModel of(ApplicationModel model, List<Component> components, List<Request> requests) {
        Set<String> left = requests.stream().map(Request::id).collect(Collectors.toSet());
        return new ApplicationModel(model.name(), model.version(), components, model.locations(), model.separations(),
                model.users().stream().flatMap(users -> sending(users, left).stream()).toList(), requests,
                model.slos().stream().filter(slo -> left.contains(slo.requestId())).toList(),
                model.goals().stream()
                        .filter(goal -> !(goal instanceof Goal.MinimiseLatency latency) || left.contains(latency.requestId()))
                        .toList(),
                model.onFailure(), model.supplement());
    }

    private static List<Request> requests(ApplicationModel model, Predicate<Hop> kept) {
        return model.requests().stream()
                .filter(request -> request.hops().stream().anyMatch(kept))
                .map(request -> request.withHops(request.hops().stream().filter(kept).toList()))
                .toList();
    }

    /** Keeps the rate of each remaining request, because the traffic of a link determines its path, which must not change. */
    private static Optional<Users> sending(Users users, Set<String> left) {
        Map<String, Double> mix = new HashMap<>(users.mix());
        mix.keySet().retainAll(left);
        if (mix.size() == users.mix().size()) {
            return Optional.of(users);
        }
        double sum = mix.values().stream().mapToDouble(Double::doubleValue).sum();
        mix.replaceAll((requestId, share) -> share / sum);
        return mix.isEmpty()
                ? Optional.empty()
                : Optional.of(new Users(users.id(), users.at(), new RequestRate(users.rate().value() * sum), mix));
    }

    private static Component requiring(Component component, Predicate<String> kept) {
        return component.withRequires(component.requires().stream().filter(required -> kept.test(required.componentId())).toList());
    }
}
