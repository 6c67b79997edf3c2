package org.caravan.change;

import java.util.Comparator;
import java.util.List;
import org.caravan.plan.EntryPlacement;

/** What users of one application are told now when they look it up. Empty: its names do not exist. */
public record EntryState(List<EntryPlacement> entries) {

    public static final EntryState NONE = new EntryState(List.of());

    /** In the order of a plan, so that equal entries are equal states. */
    public EntryState {
        entries = entries.stream()
                .sorted(Comparator.comparing(EntryPlacement::usersId).thenComparing(EntryPlacement::to))
                .toList();
    }

    /** Whether some users are sent to one of the addresses. */
    boolean pointsTo(List<String> addresses) {
        return entries.stream().anyMatch(entry -> addresses.contains(entry.targetAddress()));
    }
}
