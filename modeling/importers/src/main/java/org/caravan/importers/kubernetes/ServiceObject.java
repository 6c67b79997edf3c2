package org.caravan.importers.kubernetes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.KnownPrograms;
import org.caravan.importers.yaml.YamlNode;

/** Converts a Service: another name and other ports of the selected pods, open to users unless its type is ClusterIP. */
final class ServiceObject {

    private final Draft draft;
    private final YamlNode service;

    ServiceObject(Draft draft, YamlNode service) {
        this.draft = draft;
        this.service = service;
    }

    void read(Map<DraftComponent, Workload> components) {
        Optional<YamlNode> spec = service.get("spec");
        Map<String, String> selector = new LinkedHashMap<>();
        spec.flatMap(node -> node.get("selector"))
                .ifPresent(labels -> labels.entries().forEach((name, value) -> selector.put(name, value.text())));
        List<DraftComponent> selected = components.entrySet().stream().filter(entry -> entry.getValue().selectedBy(selector))
                .map(Map.Entry::getKey).toList();
        String name = Manifests.name(service);
        if (selected.isEmpty()) {
            draft.findings().notCarried(service.at(), "Service " + name + ", which selects nothing here", "");
            return;
        }
        DraftComponent component = selected.get(0);
        selected.stream().skip(1).forEach(other -> draft.findings().notCarried(service.at(), "Service " + name, "because it stands for "
                + component.id() + " only", other));
        if (!component.id().equals(name)) {
            draft.alias(name, component);
            draft.findings().doubt("renamed", service.at(), "Service " + name + " is component " + component.id()
                    + " here: its host name is " + component.id() + ".",
                    "rename the component, or use the new name in its clients' variables.", component);
        }
        String type = spec.map(node -> node.text("type")).orElse("");
        if (type.equals("LoadBalancer") || type.equals("NodePort")) {
            component.entry();
        }
        spec.flatMap(node -> node.get("ports")).ifPresent(ports -> ports.items()
                .forEach(port -> port(component, components.get(component), port)));
        listUnasked(spec, name);
    }

    private void port(DraftComponent component, Workload workload, YamlNode port) {
        List.of("nodePort", "appProtocol").forEach(key -> port.get(key)
                .ifPresent(node -> draft.findings().notCarried(node.at(), "ports." + key + " of its Service",
                Hints.of("Service.ports." + key), component)));
        String name = port.text("name");
        String protocol = port.text("protocol");
        Optional<Integer> number = PodContainer.portNumber(port.text("port"));
        Optional<Integer> target = port.get("targetPort").flatMap(node -> workload.portNamed(node.text()))
                .or(() -> port.has("targetPort") ? Optional.empty() : number);
        if (target.isEmpty() || !(protocol.isEmpty() || protocol.equals("TCP"))) {
            draft.findings().notCarried(port.at(), "port " + port.text("port") + " " + protocol + " of its Service",
                    "because endpoints are TCP, at a port of the container", component);
            return;
        }
        component.provides(target.get(), name.isEmpty() ? KnownPrograms.endpointName(target.get()) : name);
        number.filter(clients -> !clients.equals(target.get())).ifPresent(clients -> {
            draft.forward(component, clients, target.get());
            draft.findings().doubt("port-differs", port.at(), "Port " + clients + " of its Service is port " + target.get() + " of "
                    + component.id() + ".",
                    "use " + target.get() + " in its clients' variables.", component);
        });
    }

    private void listUnasked(Optional<YamlNode> spec, String name) {
        spec.ifPresent(node -> {
            node.get("type").filter(type -> !type.text().equals("ClusterIP"))
                    .ifPresent(type -> draft.findings().notCarried(type.at(), "type " + type.text() + " of Service " + name,
                    Hints.of("Service.type")));
            node.unasked((key, value) -> draft.findings().notCarried(value.at(), key + " of Service " + name, Hints.of("Service." + key)));
        });
    }
}
