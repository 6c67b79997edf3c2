package org.caravan.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedCopy;
import org.caravan.application.SecretUse;
import org.caravan.plan.InstancePlacement;

/** Which secrets a copy needs, and which of those it has are no longer in force. */
final class SecretChanges {

    private final SecretVersions versions;

    SecretChanges(SecretVersions versions) {
        this.versions = versions;
    }

    /** Why the files of a copy that runs must be written anew, if they must. A secret that is not set any more leaves them. */
    Optional<String> outdated(InstancePlacement placement, ObservedCopy copy) {
        Map<String, String> wanted = new TreeMap<>();
        for (SecretUse use : placement.spec().secrets()) {
            versions.version(use.secretName()).ifPresent(version -> wanted.put(use.fileName(), version));
        }
        List<String> changed = placement.spec().secrets().stream()
                .filter(use -> wanted.containsKey(use.fileName()))
                .filter(use -> !wanted.get(use.fileName()).equals(copy.secrets().get(use.fileName())))
                .map(SecretUse::secretName)
                .distinct()
                .toList();
        return changed.isEmpty() ? Optional.empty() : Optional.of(words(changed) + (changed.size() == 1 ? " is" : " are") + " another now");
    }

    Optional<String> needed(InstancePlacement placement) {
        List<String> names = placement.spec().secrets().stream().map(SecretUse::secretName).distinct().toList();
        return names.isEmpty() ? Optional.empty() : Optional.of("needs " + words(names));
    }

    private static String words(List<String> names) {
        return (names.size() == 1 ? "secret " : "secrets ") + names.stream().collect(Collectors.joining(", "));
    }
}
