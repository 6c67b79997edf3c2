package org.caravan.importers.draft;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Unique names of the images of one application: equal references share a name, different references never do. */
final class ImageNames {

    private final Map<String, String> nameByReference = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    /** @param reference image reference in the input, with registry, tag and digest */
    String of(String reference) {
        return nameByReference.computeIfAbsent(canonical(reference), unnamed -> {
            String wanted = ImageName.of(reference);
            String name = wanted;
            for (int number = 2; !taken.add(name); number++) {
                name = wanted + "-" + number;
            }
            return name;
        });
    }

    /** Docker's own registry and the tag {@code latest} are the defaults of references without them. */
    private static String canonical(String reference) {
        String registry = reference.startsWith("docker.io/") ? reference.substring("docker.io/".length()) : reference;
        String folder = registry.startsWith("library/") ? registry.substring("library/".length()) : registry;
        return folder.endsWith(":latest") ? folder.substring(0, folder.length() - ":latest".length()) : folder;
    }
}
