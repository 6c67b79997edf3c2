package org.caravan.importers.kubernetes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.importers.yaml.YamlNode;

/** Content of ConfigMaps and volume claims, and the keys of Secrets. Values of Secrets are never read. */
final class Configuration {

    private final Map<String, Map<String, YamlNode>> maps = new LinkedHashMap<>();
    private final Set<String> used = new TreeSet<>();
    private final Map<String, Set<String>> secretKeys = new LinkedHashMap<>();
    private final Map<String, YamlNode> claims = new LinkedHashMap<>();
    private final Set<String> usedClaims = new TreeSet<>();

    Configuration(List<YamlNode> configMaps, List<YamlNode> secrets, List<YamlNode> persistentVolumeClaims) {
        persistentVolumeClaims.forEach(claim -> claims.put(Manifests.name(claim), claim));
        configMaps.forEach(map -> maps.put(Manifests.name(map), map.get("data").map(YamlNode::entries).orElse(Map.of())));
        secrets.forEach(secret -> {
            Set<String> keys = new TreeSet<>();
            secret.get("data").ifPresent(data -> keys.addAll(data.entries().keySet()));
            secret.get("stringData").ifPresent(data -> keys.addAll(data.entries().keySet()));
            secretKeys.put(Manifests.name(secret), keys);
        });
    }

    /** The volume claim with this name, which counts as used from now on. */
    Optional<YamlNode> claim(String name) {
        usedClaims.add(name);
        return Optional.ofNullable(claims.get(name));
    }

    /** Whether a volume of a workload uses the claim. */
    boolean usesClaim(String name) {
        return usedClaims.contains(name);
    }

    boolean hasMap(String name) {
        return maps.containsKey(name);
    }

    /** Content by key; empty if there is no such map. */
    Map<String, YamlNode> map(String name) {
        used.add(name);
        return maps.getOrDefault(name, Map.of());
    }

    /** Whether a container takes variables from the map. */
    boolean usesMap(String name) {
        return used.contains(name);
    }

    boolean hasSecret(String name) {
        return secretKeys.containsKey(name);
    }

    Set<String> secretKeys(String name) {
        return secretKeys.getOrDefault(name, Set.of());
    }
}
