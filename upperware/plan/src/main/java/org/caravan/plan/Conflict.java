package org.caravan.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Requirements that cannot be satisfied together.
 *
 * @param requirements texts; empty if none were found, or if even an application without requirements has no placement
 * @param others further conflicts in the form of {@code requirements}: resolving one of them leaves the others; empty if none were found
 */
public record Conflict(List<String> requirements, Certainty certainty, List<List<String>> others) {

    /** Degree of proof. */
    public enum Certainty {
        /**
         * It is proved that no placement satisfies all of them; without any one of them, a placement of the whole application was found.
         */
        MINIMAL,
        /** It is proved that no placement satisfies all of them, nor all of another conflict: resolving one conflict is not enough. */
        SEVERAL,
        /**
         * It is proved that no placement satisfies all of them; a subset may suffice for the conflict, and removing one may not resolve
         * it.
         */
        PROVED,
        /** No placement satisfies all of them with the path choices that were tried; other path choices exist. */
        TRIED,
        /** Nothing is proved: no placement was found, but one may exist. */
        UNKNOWN
    }

    public static final Conflict UNKNOWN = new Conflict(List.of(), Certainty.UNKNOWN);

    public Conflict {
        requirements = List.copyOf(requirements);
        // Null in conflicts stored by earlier versions.
        others = others == null ? List.of() : others.stream().map(List::copyOf).toList();
    }

    /** A single conflict. */
    public Conflict(List<String> requirements, Certainty certainty) {
        this(requirements, certainty, List.of());
    }

    /** Text for users, one line each. */
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
