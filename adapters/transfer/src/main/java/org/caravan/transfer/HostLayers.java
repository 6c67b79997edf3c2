package org.caravan.transfer;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.HostAnswer;
import org.caravan.image.ContentDigest;
import org.caravan.infrastructure.Architecture;
import org.caravan.text.TextRule;

/**
 * Layers on a host, as reported by {@code holdings.sh}.
 *
 * @param freeBytes free space of the layers' disk, in bytes
 * @param layers unpacked and ready
 * @param packed layers that are also stored compressed, as bases for differences
 * @param parts bytes of partial transfers, by name of the part
 */
record HostLayers(Architecture architecture, long freeBytes, Set<ContentDigest> layers, Set<ContentDigest> packed,
        Map<String, Long> parts) {

    /** @throws AdapterFault if the output is invalid */
    static HostLayers read(HostAnswer answer) {
        return answer.read(text -> read(answer.hostId(), text));
    }

    private static HostLayers read(String hostId, String text) {
        Architecture architecture = null;
        long free = 0;
        Set<ContentDigest> layers = new TreeSet<>();
        Set<ContentDigest> packed = new TreeSet<>();
        Map<String, Long> parts = new HashMap<>();
        for (String[] words : text.lines().map(line -> line.split(" ")).toList()) {
            switch (words[0]) {
                case "arch" -> architecture = architecture(hostId, words[1]);
                case "free" -> free = bytes(words[1]);
                case "layer" -> layers.add(new ContentDigest(words[1]));
                case "packed" -> packed.add(new ContentDigest(words[1]));
                case "part" -> parts.put(words[1], bytes(words[2]));
                default -> { } // a later version of the script may write more
            }
        }
        if (architecture == null) {
            throw new IllegalArgumentException("it does not say the architecture");
        }
        return new HostLayers(architecture, free, layers, packed, parts);
    }

    private static long bytes(String word) {
        long bytes = Long.parseLong(word);
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes below 0: " + bytes);
        }
        return bytes;
    }

    private static Architecture architecture(String hostId, String name) {
        String debian = Map.of("x86_64", "amd64", "aarch64", "arm64").getOrDefault(name, name);
        return Arrays.stream(Architecture.values()).filter(known -> known.toString().equals(debian)).findFirst()
                .orElseThrow(() -> new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                        "The host (%s) has the architecture (%s), for which there are no images.\nMaybe use one of %s."
                                .formatted(hostId, TextRule.excerpt(name), List.of(Architecture.values()))));
    }
}
