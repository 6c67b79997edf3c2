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
        /** There is no placement that keeps them all by any of the choices of paths that were tried, which were not all there are. */
        TRIED,
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
        lines.add((requirements.size() == 1 ? "This cannot be kept (" : "These cannot be kept together (") + sureness() + "):");
        requirements.forEach(requirement -> lines.add("  " + requirement));
        return lines;
    }

    private String sureness() {
        return switch (certainty) {
            case MINIMAL -> "proved; without " + (requirements.size() == 1 ? "it" : "any one of them") + " there is a placement";
            case PROVED -> "proved; maybe fewer of them would do";
            case TRIED -> "by all choices of paths that were tried, not of all there are";
            case UNKNOWN -> "not proved";
        };
    }
}
