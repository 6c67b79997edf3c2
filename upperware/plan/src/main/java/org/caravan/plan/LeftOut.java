package org.caravan.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Request;
import org.caravan.application.Users;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.requirement.Omission;

/**
 * What a plan does without, because the whole application has no placement.
 *
 * @param least whether it is proved that less, by the priorities, would not do
 * @param because why the whole has no placement, most frequent first, each a sentence for a person
 * @param conflict requirements that the whole cannot keep together; empty where nobody looked for them
 */
public record LeftOut(List<Part> parts, List<Unserved> unserved, boolean least, List<String> because, Optional<Conflict> conflict) {

    /**
     * Copies of one component.
     *
     * @param copies left out, at least 1
     * @param of how many there are to be
     * @param priority with which it is optional; empty where it goes because only what is left out needs it
     */
    public record Part(String componentId, int copies, int of, Optional<Integer> priority) {

        @Override
        public String toString() {
            String count = copies == of ? (of == 1 ? "not placed" : "none of " + of + " copies is placed") : copies + " of " + of + " copies not placed";
            return componentId + "  " + count + priority.map(number -> ", optional with priority " + number)
                    .orElse(", as only what is left out needs it");
        }
    }

    /**
     * A request that crosses what is left out.
     *
     * @param perSecond how many of them these users send
     * @param components that it crosses in vain, in order of its hops
     */
    public record Unserved(String requestId, String usersId, double perSecond, List<String> components) {

        public Unserved {
            components = List.copyOf(components);
        }

        @Override
        public String toString() {
            return requestId + " for " + usersId + " is unserved: it crosses " + String.join(", ", components);
        }
    }

    public LeftOut {
        parts = List.copyOf(parts);
        unserved = List.copyOf(unserved);
        because = List.copyOf(because);
    }

    /** @param problem the whole one, of which the omission leaves something out */
    public static LeftOut of(PlacementProblem problem, Omission omission, boolean least, List<String> because, Optional<Conflict> conflict) {
        Set<String> gone = omission.gone(problem);
        List<Part> parts = new ArrayList<>();
        for (Component component : problem.application().components()) {
            int copies = gone.contains(component.id()) ? component.replicas() : omission.of(component.id());
            if (copies > 0) {
                parts.add(new Part(component.id(), copies, component.replicas(), component.optional().filter(any -> omission.of(component.id()) > 0)));
            }
        }
        return new LeftOut(parts, unserved(problem.application(), gone), least, because, conflict);
    }

    private static List<Unserved> unserved(ApplicationModel application, Set<String> gone) {
        List<Unserved> unserved = new ArrayList<>();
        for (Request request : application.requests()) {
            for (Users users : application.users()) {
                List<String> crossed = application.hops(request, users).stream().map(hop -> hop.to()).filter(gone::contains).distinct().toList();
                if (users.mix().containsKey(request.id()) && !crossed.isEmpty()) {
                    unserved.add(new Unserved(request.id(), users.id(), users.rate().value() * users.mix().get(request.id()), crossed));
                }
            }
        }
        return unserved;
    }

    /** One line each, for a person. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        parts.forEach(part -> lines.add(part.toString()));
        unserved.forEach(request -> lines.add(request.toString()));
        lines.add(least ? "less left out would not do (proved)" : "maybe less left out would do");
        return lines;
    }

    /** Why, one line each. */
    List<String> reasons() {
        List<String> lines = new ArrayList<>(because);
        conflict.filter(found -> found.certainty() != Conflict.Certainty.UNKNOWN).ifPresent(found -> lines.addAll(found.lines()));
        return lines;
    }
}
