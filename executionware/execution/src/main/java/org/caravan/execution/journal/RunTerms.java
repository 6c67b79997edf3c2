package org.caravan.execution.journal;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.application.OnFailure;

/**
 * Automatic behaviour that a run may use, fixed when the run starts.
 *
 * @param onFailure action after a permanent step failure
 * @param statefulComponentIds components that keep data on their hosts; an undo never moves or recreates them
 */
public record RunTerms(OnFailure onFailure, SortedSet<String> statefulComponentIds) {

    /** Holds a failed run until a user decides. */
    public static final RunTerms HELD = new RunTerms(OnFailure.HOLD, List.of());

    public RunTerms {
        statefulComponentIds = Collections.unmodifiableSortedSet(new TreeSet<>(statefulComponentIds));
    }

    public RunTerms(OnFailure onFailure, Collection<String> statefulComponentIds) {
        this(onFailure, new TreeSet<>(statefulComponentIds));
    }
}
