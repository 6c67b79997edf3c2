package org.caravan.dsl.validation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.application.Hop;
import org.caravan.application.TurnProfile;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.RequestDeclaration;
import org.caravan.dsl.profile.FilesBeside;
import org.caravan.dsl.profile.Profiles;
import org.caravan.dsl.profile.UnreadableProfile;
import org.caravan.dsl.quantity.Dimension;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.xtext.validation.Check;

/** Checks that a profile exists, is readable, and has hops that match a request of this application. */
class ProfileRules extends Rules {

    private static final int MOST_TURNS = 10_000;

    @Check
    void profile(RequestDeclaration request) {
        String path = request.getProfile();
        if (path == null || !FilesBeside.reachable(request.eResource())) {
            return;
        }
        if (!FilesBeside.inside(path, FilesBeside.PROFILE)) {
            reject("profile-path", capital(Owner.of(request)) + " takes its hops from " + path + ", which is no " + FilesBeside.PROFILE
                    + " file in the folder of the model or below.",
                    "put it into the folder of the model and write: from profile \"" + request.getName() + ".turns.json\"", request,
                            Literals.REQUEST_DECLARATION__PROFILE);
            return;
        }
        try {
            Optional<TurnProfile> read = Profiles.of(request);
            if (read.isEmpty()) {
                reject("profile-missing", capital(Owner.of(request)) + " takes its hops from " + path
                        + ", which is not in the folder of the model.",
                        "put the file there, or send it with the model.", request, Literals.REQUEST_DECLARATION__PROFILE);
            } else {
                firstMistake(request, read.get()).ifPresent(mistake -> reject("profile-mismatch", "Profile " + path + " of "
                        + Owner.of(request) + " " + mistake,
                        "measure it again, or correct the model.", request, Literals.REQUEST_DECLARATION__PROFILE));
            }
        } catch (UnreadableProfile unreadable) {
            reject("profile-unreadable", "Profile " + path + " of " + Owner.of(request) + " cannot be read. " + unreadable.getMessage(),
                    "write {\"request\":\"" + request.getName()
                            + "\",\"hops\":[{\"from\":\"users\",\"to\":\"web\",\"turns\":9,\"bytes\":24576}]}.", request,
                    Literals.REQUEST_DECLARATION__PROFILE);
        }
    }

    /** Reports only the first error, because later errors in a list of hops are usually its consequences. */
    private static Optional<String> firstMistake(RequestDeclaration request, TurnProfile profile) {
        if (!profile.request().equals(request.getName())) {
            return Optional.of("is of request " + profile.request() + ".");
        }
        Map<String, ComponentDeclaration> components = new HashMap<>();
        ((ApplicationDeclaration) request.eContainer()).getComponents()
                .forEach(component -> components.put(component.getName(), component));
        Set<String> reached = new HashSet<>();
        String entry = null;
        for (Hop hop : profile.crossed()) {
            Optional<String> mistake = mistake(hop, components).or(() -> hop.fromUsers() || reached.contains(hop.from()) ? Optional.empty()
                    : Optional.of("starts at component " + hop.from() + ", which no earlier hop reaches."));
            if (mistake.isEmpty() && hop.fromUsers() && entry != null && !entry.equals(hop.to())) {
                mistake = Optional.of("is a second entry; users already enter by component " + entry + ".");
            }
            if (mistake.isPresent()) {
                return mistake.map(text -> "has a hop " + hop.from() + " -> " + hop.to() + ", which " + text);
            }
            entry = hop.fromUsers() ? hop.to() : entry;
            reached.add(hop.to());
        }
        return Optional.empty();
    }

    private static Optional<String> mistake(Hop hop, Map<String, ComponentDeclaration> components) {
        for (String end : hop.fromUsers() ? List.of(hop.to()) : List.of(hop.from(), hop.to())) {
            if (!components.containsKey(end)) {
                return Optional.of("names component " + end + ": there is none of this name, "
                        + Suggestion.useOneOf(end, components.keySet()) + ".");
            }
        }
        if (hop.turns() > MOST_TURNS) {
            return Optional.of("has " + hop.turns() + " turns, above " + MOST_TURNS + ".");
        }
        if (hop.p95Bytes().orElse(hop.bytes()).value() > Dimension.DATA.maximum().longValueExact()) {
            return Optional.of("has more bytes than " + Dimension.DATA.maximumText() + ".");
        }
        if (hop.fromUsers()) {
            return components.get(hop.to()).getEndpoints().isEmpty()
                    ? Optional.of("enters component " + hop.to() + ", which provides no endpoint.") : Optional.empty();
        }
        boolean required = components.get(hop.from()).getRequires().stream()
                .anyMatch(use -> use.getComponent() == components.get(hop.to()));
        return required && !hop.from().equals(hop.to()) ? Optional.empty()
                : Optional.of("crosses a link that component " + hop.from() + " does not require.");
    }
}
