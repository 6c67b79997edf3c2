package org.caravan.importers.draft;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.application.EndpointReference;

/** Commented stubs of the parts that other formats lack and placement needs: users, requests, SLOs. */
final class TodoSection {

    private TodoSection() {}

    static List<String> of(List<DraftComponent> components) {
        List<String> lines = new ArrayList<>(List.of("To add: users and their sites, the cost of a request on each link, and SLOs.",
                "Uncomment and adapt; turns are changes of direction on a link."));
        Optional<DraftComponent> entry = entry(components);
        if (entry.isEmpty()) {
            lines.add("No component provides an endpoint yet: add one first, as in: provides http on 8080");
        } else {
            lines.add("users some { at SITE via ISP ipv4  rate 1 requests/s  mix main 100 % }");
            lines.add("request main {");
            lines.addAll(hops(entry.get(), components));
            lines.add("}");
            lines.add("slo fast { p95 latency of main < 200 ms }");
            lines.add("minimise latency of main");
            lines.add("minimise cost");
        }
        return lines;
    }

    private static Optional<DraftComponent> entry(List<DraftComponent> components) {
        Set<String> required = components.stream().flatMap(component -> component.requires().stream()).map(EndpointReference::componentId)
                .collect(Collectors.toSet());
        List<DraftComponent> serving = components.stream().filter(component -> !component.endpoints().isEmpty()).toList();
        return serving.stream().filter(component -> component.isEntry() && !required.contains(component.id())).findFirst()
                .or(() -> serving.stream().filter(DraftComponent::isEntry).findFirst())
                .or(() -> serving.stream().filter(component -> !required.contains(component.id())).findFirst())
                .or(() -> serving.stream().findFirst());
    }

    /** All links reachable from the entry; each follows a link that leads to it. */
    private static List<String> hops(DraftComponent entry, List<DraftComponent> components) {
        Map<String, DraftComponent> byId = components.stream().collect(Collectors.toMap(DraftComponent::id, Function.identity()));
        List<String> hops = new ArrayList<>(List.of("  users -> " + entry.id() + "  turns 1  bytes 8 KiB"));
        Deque<DraftComponent> waiting = new ArrayDeque<>(List.of(entry));
        Set<String> reached = new HashSet<>(Set.of(entry.id()));
        while (!waiting.isEmpty()) {
            DraftComponent from = waiting.remove();
            from.requires().stream().map(EndpointReference::componentId).distinct().filter(reached::add).forEach(to -> {
                hops.add("  " + from.id() + " -> " + to + "  turns 1  bytes 2 KiB");
                waiting.add(byId.get(to));
            });
        }
        return hops;
    }
}
