package org.caravan.execution;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.application.OnFailure;

/**
 * What a run may do by itself, as the model said when the run began.
 *
 * @param onFailure what becomes of it when a step fails for good
 * @param statefulComponentIds components that keep data on their hosts: these are never moved or made anew by an undo
 */
public record RunTerms(OnFailure onFailure, SortedSet<String> statefulComponentIds) {

    /** A person decides what becomes of it. */
    public static final RunTerms HELD = new RunTerms(OnFailure.HOLD, List.of());

    public RunTerms {
        statefulComponentIds = Collections.unmodifiableSortedSet(new TreeSet<>(statefulComponentIds));
    }

    public RunTerms(OnFailure onFailure, Collection<String> statefulComponentIds) {
        this(onFailure, new TreeSet<>(statefulComponentIds));
    }
}
