package org.caravan.change;

import java.util.Comparator;
import java.util.List;
import org.caravan.plan.EntryPlacement;

/** DNS entries of one application that users receive now. If empty, its names do not exist. */
public record EntryState(List<EntryPlacement> entries) {

    public static final EntryState NONE = new EntryState(List.of());

    /** Sorts entries as a plan does, so that equal entries give equal states. */
    public EntryState {
        entries = entries.stream()
                .sorted(Comparator.comparing(EntryPlacement::usersId).thenComparing(EntryPlacement::to))
                .toList();
    }

    /** True if any entry points to one of the addresses. */
    boolean pointsTo(List<String> addresses) {
        return entries.stream().anyMatch(entry -> addresses.contains(entry.targetAddress()));
    }
}
