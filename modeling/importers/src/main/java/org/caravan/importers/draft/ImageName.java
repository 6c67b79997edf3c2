package org.caravan.importers.draft;

import java.util.Locale;

/**
 * Name in our repository for an image of a registry. The tag stays part of the name, as our images have no tags and two of
 * them must not become one: {@code postgres:16} is {@code postgres-16}. {@code latest} and digests say nothing to a reader.
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

    /** Without registry, folder and tag: {@code postgres}. */
    public static String base(String reference) {
        return reference.split("@", 2)[0].replaceAll("^.*/", "").split(":", 2)[0].toLowerCase(Locale.ROOT);
    }
}
