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
 * Omissions of a plan, because the whole application has no placement.
 *
 * @param least whether it is proved that no smaller omission, by priorities, suffices
 * @param because reasons why the whole has no placement, most frequent first, each a sentence
 * @param conflict requirements that the whole cannot satisfy together; empty if not determined
 */
public record Omissions(List<Part> parts, List<Unserved> unserved, boolean least, List<String> because, Optional<Conflict> conflict) {

    /**
     * Omitted copies of one component.
     *
     * @param copies number of omitted copies, at least 1
     * @param of total number of copies
     * @param priority of an optional component; empty if it is omitted because only omitted components need it
     */
    public record Part(String componentId, int copies, int of, Optional<Integer> priority) {

        @Override
        public String toString() {
            String count = copies == of ? (of == 1 ? "not placed" : "none of " + of + " copies is placed") : copies + " of " + of
                    + " copies not placed";
            return componentId + "  " + count + priority.map(number -> ", optional with priority " + number)
                    .orElse(", as only what is left out needs it");
        }
    }

    /**
     * Request that uses an omitted component.
     *
     * @param perSecond rate at which these users send it
     * @param components omitted components that it uses, in order of its hops
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

    public Omissions {
        parts = List.copyOf(parts);
        unserved = List.copyOf(unserved);
        because = List.copyOf(because);
    }

    /** @param problem the whole problem, before the omission */
    public static Omissions of(PlacementProblem problem, Omission omission, boolean least, List<String> because,
            Optional<Conflict> conflict) {
        Set<String> gone = omission.gone(problem);
        List<Part> parts = new ArrayList<>();
        for (Component component : problem.application().components()) {
            int copies = gone.contains(component.id()) ? component.replicas() : omission.of(component.id());
            if (copies > 0) {
                parts.add(new Part(component.id(), copies, component.replicas(),
                        component.optional().filter(any -> omission.of(component.id()) > 0)));
            }
        }
        return new Omissions(parts, unserved(problem.application(), gone), least, because, conflict);
    }

    private static List<Unserved> unserved(ApplicationModel application, Set<String> gone) {
        List<Unserved> unserved = new ArrayList<>();
        for (Request request : application.requests()) {
            for (Users users : application.users()) {
                List<String> crossed = application.hops(request, users).stream().map(hop -> hop.to()).filter(gone::contains).distinct()
                        .toList();
                if (users.mix().containsKey(request.id()) && !crossed.isEmpty()) {
                    unserved.add(new Unserved(request.id(), users.id(), users.rate().value() * users.mix().get(request.id()), crossed));
                }
            }
        }
        return unserved;
    }

    /** Text for users, one line each. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        parts.forEach(part -> lines.add(part.toString()));
        unserved.forEach(request -> lines.add(request.toString()));
        lines.add(least ? "less left out would not do (proved)" : "maybe less left out would do");
        return lines;
    }

    /** Reasons, one line each. */
    public List<String> reasons() {
        List<String> lines = new ArrayList<>(because);
        conflict.filter(found -> found.certainty() != Conflict.Certainty.UNKNOWN).ifPresent(found -> lines.addAll(found.lines()));
        return lines;
    }
}
