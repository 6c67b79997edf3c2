package org.caravan.adapter.node;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.ObservedHost;
import org.caravan.infrastructure.Architecture;
import org.caravan.json.Json;
import org.caravan.text.TextRule;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import tools.jackson.databind.JsonNode;

/** Parses script output with one fact per line, name first. */
public final class NodeFacts {

    /** Characters of a clause in reasons of a plan. */
    private static final int LONGEST_REASON = 60;

    private final String hostId;
    private final Map<String, List<String>> facts;

    private NodeFacts(String hostId, String text) {
        this.hostId = hostId;
        this.facts = text.lines().map(line -> line.split(" ", 2)).filter(words -> words.length == 2)
                .collect(Collectors.groupingBy(words -> words[0], Collectors.mapping(words -> words[1], Collectors.toList())));
    }

    public static NodeFacts read(String hostId, String text) {
        return new NodeFacts(hostId, text);
    }

    public ObservedHost host() {
        JsonNode limits = Json.mapper().readTree(first("limits").orElse("{}"));
        return new ObservedHost(hostId, architecture(),
                new MilliCores(limits.path("cpuMilliCores").asLong(number("cpu"))),
                new Bytes(limits.path("memoryBytes").asLong(number("memory"))),
                new Bytes(limits.path("diskBytes").asLong(number("disk"))),
                facts.getOrDefault("address", List.of()), first("gpus").map(count -> Integer.parseInt(count.strip())),
                reason("no-bandwidth"), reason("no-inbound"));
    }

    private Optional<String> reason(String fact) {
        return first(fact).map(why -> TextRule.excerpt(why, LONGEST_REASON));
    }

    /** @throws AdapterFault of kind UNSUPPORTED for an unsupported architecture */
    public Architecture architecture() {
        String name = first("arch").orElse("unknown");
        return switch (name) {
            case "amd64", "x86_64" -> Architecture.AMD64;
            case "arm64", "aarch64" -> Architecture.ARM64;
            default -> throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    "The host (%s) has the architecture (%s), which Caravan does not support.\nMaybe use one of [amd64, arm64]."
                            .formatted(hostId, TextRule.excerpt(name)));
        };
    }

    public List<String> all(String name) {
        return facts.getOrDefault(name, List.of());
    }

    public long number(String name) {
        return Long.parseLong(first(name).orElse("0").strip());
    }

    private Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }
}
