package org.caravan.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Requirements that cannot be kept together.
 *
 * @param requirements each in words; empty where none was found, or where not even an application that requires nothing could be placed
 */
public record Conflict(List<String> requirements, Certainty certainty) {

    /** How much of it is proved. */
    public enum Certainty {
        /** There is no placement that keeps them all, and leaving out any one of them a placement was found. */
        MINIMAL,
        /** There is no placement that keeps them all; maybe fewer of them would do. */
        PROVED,
        /** Nothing was proved: a placement was not found, which is not to say that there is none. */
        UNKNOWN
    }

    public static final Conflict UNKNOWN = new Conflict(List.of(), Certainty.UNKNOWN);

    public Conflict {
        requirements = List.copyOf(requirements);
    }

    /** One line each, for a person. */
    public List<String> lines() {
        if (certainty == Certainty.UNKNOWN) {
            return List.of("A smallest set of requirements that conflict could not be found: it is not proved that there is no placement.");
        }
        if (requirements.isEmpty()) {
            return List.of("No requirement is to blame: as it is, no host takes anything.");
        }
        List<String> lines = new ArrayList<>();
        String alone = requirements.size() == 1 ? "This cannot be kept (proved" : "These cannot be kept together (proved";
        lines.add(alone + (certainty == Certainty.MINIMAL
                ? (requirements.size() == 1 ? "; without it there is a placement):" : "; without any one of them there is a placement):")
                : "; maybe fewer of them would do):"));
        requirements.forEach(requirement -> lines.add("  " + requirement));
        return lines;
    }
}
