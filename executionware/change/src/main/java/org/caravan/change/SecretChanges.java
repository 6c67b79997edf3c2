package org.caravan.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedCopy;
import org.caravan.application.SecretUse;
import org.caravan.plan.InstancePlacement;

/** Determines the secrets that a copy needs and those whose version is outdated. */
final class SecretChanges {

    private final SecretVersions versions;

    SecretChanges(SecretVersions versions) {
        this.versions = versions;
    }

    /**
     * Why the secret files of a running copy must be rewritten; empty if they are current. If a secret is no longer set, its file
     * stays.
     */
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
