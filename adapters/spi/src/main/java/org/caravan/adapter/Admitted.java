package org.caravan.adapter;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.infrastructure.Admission;

/**
 * The senders that may open connections to a copy.
 *
 * @param everyone true if the copy has no filter, or not the one it was given
 * @param admissions exactly these; none if {@code everyone}
 */
public record Admitted(boolean everyone, SortedSet<Admission> admissions) {

    /** A copy without a filter: any sender to any port. */
    public static final Admitted EVERYONE = new Admitted(true, new TreeSet<>());

    public Admitted {
        admissions = Collections.unmodifiableSortedSet(new TreeSet<>(admissions));
        if (everyone && !admissions.isEmpty()) {
            throw new IllegalArgumentException("everyone is admitted, so no sender is listed: " + admissions);
        }
    }

    public static Admitted of(Collection<Admission> admissions) {
        return new Admitted(false, new TreeSet<>(admissions));
    }

    /** True if this filter admits each connection that the other admits. */
    public boolean covers(Admitted other) {
        return everyone || !other.everyone && other.admissions.stream().allMatch(this::admits);
    }

    /** The union of both. */
    public Admitted plus(Admitted other) {
        if (everyone || other.everyone) {
            return EVERYONE;
        }
        TreeSet<Admission> both = new TreeSet<>(admissions);
        both.addAll(other.admissions);
        return of(both);
    }

    private boolean admits(Admission admission) {
        return admissions.contains(admission) || admissions.contains(new Admission(Admission.ANYWHERE, admission.port()));
    }
}
