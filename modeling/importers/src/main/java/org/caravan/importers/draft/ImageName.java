package org.caravan.importers.draft;

import java.util.Locale;

/**
 * Converts image references of a registry to names in our repository. The tag becomes part of the name, because our images have no tags and
 * different tags must stay distinct: {@code postgres:16} becomes {@code postgres-16}. {@code latest} and digests are omitted, because they
 * do not help readers.
 */
public final class ImageName {

    private static final int LONGEST = 200;

    private ImageName() {}

    public static String of(String reference) {
        String name = reference.split("@", 2)[0].replaceAll(":latest$", "").toLowerCase(Locale.ROOT);
        String valid = name.replaceAll("[^a-z0-9/._-]+", "-").replaceAll("(?<![/._-])[._-]*+/[/._-]*+", "/").replaceAll("[._-]{2,}", "-")
                .replaceAll("^[/._-]+", "");
        valid = valid.substring(0, Math.min(LONGEST, valid.length())).replaceAll("(?<![/._-])[/._-]+$", "");
        return valid.isEmpty() ? "image" : valid;
    }

    /** Image name without registry, folder and tag: {@code postgres}. */
    public static String base(String reference) {
        return reference.split("@", 2)[0].replaceAll("^.*/", "").split(":", 2)[0].toLowerCase(Locale.ROOT);
    }
}
