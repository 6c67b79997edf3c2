package org.caravan.importers.draft;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.application.EndpointReference;
import org.caravan.diagnostic.Diagnostic.Location;

/** Collects links between components in any order and converts them to requirements once all endpoints are known. */
final class Links {

    private record Link(DraftComponent from, DraftComponent to, OptionalInt port, Location at) {}

    private final List<Link> links = new ArrayList<>();
    private final Findings findings;

    Links(Findings findings) {
        this.findings = findings;
    }

    void add(DraftComponent from, DraftComponent to, OptionalInt port, Location at) {
        if (from != to) {
            links.add(new Link(from, to, port, at));
        }
    }

    /** Resolves links with a port first, because they are more specific. */
    void resolve() {
        links.stream().filter(link -> link.port().isPresent()).forEach(link -> {
            int port = link.port().getAsInt();
            link.from().requires(link.to(), link.to().provides(port, KnownPrograms.endpointName(port)));
        });
        links.stream().filter(link -> link.port().isEmpty()).forEach(this::resolvePortless);
    }

    /**
     * Reports components without links. Components reach only required endpoints, so a component that finds its peers in an undeclared way
     * would be cut off.
     */
    void sayWhoIsAlone(List<DraftComponent> components) {
        Set<String> required = components.stream().flatMap(component -> component.requires().stream()).map(EndpointReference::componentId)
                .collect(Collectors.toSet());
        Set<DraftComponent> linked = links.stream().flatMap(link -> Stream.of(link.from(), link.to())).collect(Collectors.toSet());
        components.stream().filter(component -> components.size() > 1 && component.requires().isEmpty()
                && !required.contains(component.id()))
                .filter(component -> !linked.contains(component))
                .forEach(alone -> findings.doubt("unlinked", alone.at(), "No file contains links from or to " + alone.id() + ".",
                        "add the links there are: requires NAME.ENDPOINT", alone));
    }

    private void resolvePortless(Link link) {
        boolean known = link.from().requires().stream().anyMatch(use -> use.componentId().equals(link.to().id()));
        if (known) {
            return;
        }
        if (link.to().endpoints().isEmpty()) {
            KnownPrograms.port(link.to().imageReference()).ifPresent(port -> {
                link.to().provides(port, KnownPrograms.endpointName(port));
                findings.doubt("assumed", link.to().at(), "Port " + port + " of " + link.to().id() + " is assumed from its image.", "",
                        link.to());
            });
        }
        if (link.to().endpoints().isEmpty()) {
            findings.doubt("link-without-port", link.at(), "Component " + link.from().id() + " depends on " + link.to().id()
                    + ", which states no port.",
                    "give " + link.to().id() + " an endpoint (provides http on 8080) and require it: requires " + link.to().id() + ".http",
                            link.from());
        }
        link.to().endpoints().values().forEach(endpoint -> link.from().requires(link.to(), endpoint));
    }
}
