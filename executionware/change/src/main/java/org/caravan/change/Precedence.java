package org.caravan.change;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Sorts items topologically, predecessors first. A cycle is cut where it is entered, which is deterministic. */
final class Precedence<T> {

    private final Function<T, ? extends Collection<T>> predecessors;
    private final Set<T> ordered = new LinkedHashSet<>();
    private final Set<T> entered = new HashSet<>();

    private Precedence(Function<T, ? extends Collection<T>> predecessors) {
        this.predecessors = predecessors;
    }

    static <T> List<T> order(Collection<T> things, Function<T, ? extends Collection<T>> predecessors) {
        Precedence<T> precedence = new Precedence<>(predecessors);
        things.forEach(precedence::visit);
        return new ArrayList<>(precedence.ordered);
    }

    private void visit(T thing) {
        if (entered.add(thing)) {
            predecessors.apply(thing).forEach(this::visit);
            ordered.add(thing);
        }
    }
}
