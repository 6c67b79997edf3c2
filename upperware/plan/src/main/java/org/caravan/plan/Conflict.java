package org.caravan.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Requirements that cannot be kept together.
 *
 * @param requirements each in words; empty where none was found, or where not even an application that requires nothing could be placed
 * @param others further conflicts, each as {@code requirements}: resolving one of them leaves the others; empty where none was found
 */
public record Conflict(List<String> requirements, Certainty certainty, List<List<String>> others) {

    /** How much of it is proved. */
    public enum Certainty {
        /** There is no placement that keeps them all, and leaving out any one of them a placement of the whole application was found. */
        MINIMAL,
        /** There is no placement that keeps them all, nor one that keeps all of another conflict: to resolve one of them is not enough. */
        SEVERAL,
        /** There is no placement that keeps them all; maybe fewer of them would do, and maybe leaving one out is not enough. */
        PROVED,
        /** There is no placement that keeps them all by any of the choices of paths that were tried, which were not all there are. */
        TRIED,
        /** Nothing was proved: a placement was not found, which is not to say that there is none. */
        UNKNOWN
    }

    public static final Conflict UNKNOWN = new Conflict(List.of(), Certainty.UNKNOWN);

    public Conflict {
        requirements = List.copyOf(requirements);
        // Conflicts kept by earlier versions have none.
        others = others == null ? List.of() : others.stream().map(List::copyOf).toList();
    }

    /** The only one that was found. */
    public Conflict(List<String> requirements, Certainty certainty) {
        this(requirements, certainty, List.of());
    }

    /** One line each, for a person. */
    public List<String> lines() {
        if (certainty == Certainty.UNKNOWN) {
            return List.of("A smallest set of requirements that conflict could not be found: it is not proved that there is no placement.");
        }
        if (requirements.isEmpty()) {
            return List.of("No requirement is to blame: as it is, no host takes anything.");
        }
        List<List<String>> all = Stream.concat(Stream.of(requirements), others.stream()).toList();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            String words = all.get(i).size() == 1 ? "This cannot be kept (" : "These cannot be kept together (";
            lines.add((all.size() == 1 ? "" : "Conflict " + (i + 1) + " of " + all.size() + ". ") + words + sureness() + "):");
            all.get(i).forEach(requirement -> lines.add("  " + requirement));
        }
        if (all.size() > 1) {
            lines.add("There is no placement until each of the " + all.size() + " conflicts is resolved.");
        }
        return lines;
    }

    private String sureness() {
        return switch (certainty) {
            case MINIMAL -> "proved; without " + (requirements.size() == 1 ? "it" : "any one of them") + " there is a placement";
            case SEVERAL -> "proved";
            case PROVED -> "proved; maybe fewer of them would do, or giving one up is not enough";
            case TRIED -> "by all choices of paths that were tried, not of all there are";
            case UNKNOWN -> "not proved";
        };
    }
}
