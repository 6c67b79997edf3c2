package org.caravan.importers.kubernetes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Quantities;
import org.caravan.importers.draft.References;
import org.caravan.importers.yaml.YamlNode;
import org.caravan.infrastructure.Architecture;

/** Converts a Deployment or a similar workload: the first container of its pods becomes the component. */
final class Workload {

    private final Draft draft;
    private final DraftComponent component;
    private final YamlNode workload;
    private final Configuration configuration;
    private final Map<String, String> podLabels = new LinkedHashMap<>();
    private Optional<PodContainer> container = Optional.empty();

    Workload(Draft draft, DraftComponent component, YamlNode workload, Configuration configuration) {
        this.draft = draft;
        this.component = component;
        this.workload = workload;
        this.configuration = configuration;
    }

    void read() {
        Optional<YamlNode> spec = workload.get("spec");
        boolean pod = workload.text("kind").equals("Pod");
        Optional<YamlNode> template = pod ? Optional.of(workload) : spec.flatMap(node -> node.get("template"));
        template.flatMap(node -> node.get("metadata", "labels")).ifPresent(labels ->
                labels.entries().forEach((name, value) -> podLabels.put(name, value.text())));
        spec.flatMap(node -> node.get("replicas")).filter(count -> !count.text().equals("1"))
                .ifPresent(count -> draft.replicas(component, count.text(), count.at()));
        spec.flatMap(node -> node.get("volumeClaimTemplates")).ifPresent(claims -> {
            stateful(claims);
            claims.items().forEach(this::disk);
        });
        Optional<YamlNode> podSpec = template.flatMap(node -> node.get("spec"));
        podSpec.ifPresent(this::pod);
        if (workload.text("kind").equals("DaemonSet")) {
            draft.findings().doubt("not-carried", workload.at(), component.id() + " was to run on every node; one copy is placed.", "",
                    component);
        }
        if (container.isEmpty()) {
            draft.image(component, component.id());
            draft.findings().doubt("no-image", component.at(), component.id() + " has no container.", "give it an image.", component);
        }
    }

    private void pod(YamlNode spec) {
        List<YamlNode> containers = spec.get("containers").map(YamlNode::items).orElse(List.of());
        containers.stream().filter(YamlNode::isMap).findFirst().ifPresent(first -> {
            container = Optional.of(new PodContainer(draft, component, first, configuration));
            container.get().read();
        });
        containers.stream().skip(1).forEach(other -> draft.findings()
                .notCarried(other.at(), "container " + other.text("name") + " beside the first",
                "make it part of the image, or a component of its own.", component));
        spec.get("volumes").ifPresent(volumes -> volumes.items().forEach(this::volume));
        spec.get("nodeSelector", "kubernetes.io/arch").ifPresent(wanted -> List.of(Architecture.values()).stream()
                .filter(known -> known.toString().equals(wanted.text().toLowerCase(Locale.ROOT))).forEach(component::architecture));
        spec.get("affinity", "podAntiAffinity", "requiredDuringSchedulingIgnoredDuringExecution").ifPresent(this::apart);
        spec.get("nodeSelector").ifPresent(selector -> list(selector, "nodeSelector."));
        spec.get("affinity").ifPresent(affinity -> {
            affinity.get("podAntiAffinity").ifPresent(terms -> list(terms, "affinity.podAntiAffinity."));
            list(affinity, "affinity.");
        });
    }

    /** The language supports anti-affinity between components; copies of one component are on different hosts if the plan has a choice. */
    private void apart(YamlNode terms) {
        terms.items().forEach(term -> {
            String other = term.get("labelSelector", "matchLabels").map(YamlNode::entries).orElse(Map.of()).values().stream()
                    .map(YamlNode::text)
                    .filter(label -> draft.find(label).isPresent()).findFirst().orElse("OTHER");
            boolean ofHosts = term.text("topologyKey").equals("kubernetes.io/hostname");
            draft.findings().notCarried(term.at(), "podAntiAffinity", "write it beside the components: require " + component.id()
                    + (other.equals(component.id()) ? " apart" : " apart from " + other) + (ofHosts ? " by host" : " by site"), component);
        });
    }

    private void volume(YamlNode volume) {
        String name = volume.text("name");
        if (volume.has("persistentVolumeClaim") || volume.has("hostPath")) {
            stateful(volume);
            volume.get("persistentVolumeClaim").flatMap(claim -> configuration.claim(claim.text("claimName"))).ifPresent(this::disk);
        } else if (volume.has("emptyDir")) {
            volume.get("emptyDir", "sizeLimit").ifPresent(size -> draft.findings()
                    .notCarried(size.at(), "size " + size.text() + " of the temporary volume " + name,
                    "reserve disk for it, if it is large: disk 2 GiB", component));
            volume.get("emptyDir", "medium").ifPresent(medium -> draft.findings()
                    .notCarried(medium.at(), "medium " + medium.text() + " of the temporary volume " + name,
                    "add its size to the memory of the component.", component));
        } else {
            draft.findings().notCarried(volume.at(), "volume " + name, volume.has("secret") ? "name each file in secrets { … }."
                    : "put its files into the image.", component);
        }
        volume.entries();
    }

    /** Storage requested by a claim becomes disk space of each copy. */
    private void disk(YamlNode claim) {
        claim.get("spec", "resources", "requests", "storage")
                .ifPresent(storage -> Quantities.kubernetesBytes(storage.text()).ifPresentOrElse(component.size()::addDisk,
                () -> draft.findings().notCarried(storage.at(), "storage \"" + storage.text() + "\" of a claim",
                        "declare its disk: disk 20 GiB", component)));
    }

    private void stateful(YamlNode why) {
        component.stateful();
        draft.findings().doubt("volume", why.at(), "Data of " + component.id() + " stays with its copy, which is why it is stateful.",
                "put files that are needed from the start into the image.", component);
    }

    /** Whether a service with this selector selects its pods. */
    boolean selectedBy(Map<String, String> labels) {
        return !labels.isEmpty() && podLabels.entrySet().containsAll(labels.entrySet());
    }

    /** Port of its container by number or name, as a service references it. */
    Optional<Integer> portNamed(String nameOrNumber) {
        return container.flatMap(known -> known.portNamed(nameOrNumber));
    }

    /** Call after all services are known by name. */
    void readMentions() {
        References mentions = new References(draft, component);
        container.ifPresent(known -> known.plainVariables().forEach((name, value) -> mentions.in(name, value.text(), value.at())));
    }

    /** Lists unread keys at each level, except keys that only Kubernetes itself needs. */
    void listUnasked() {
        container.ifPresent(PodContainer::listUnasked);
        Optional<YamlNode> spec = workload.get("spec");
        boolean pod = workload.text("kind").equals("Pod");
        workload.get("apiVersion");
        workload.get("metadata");
        workload.get("status");
        list(workload, "");
        spec.ifPresent(node -> {
            List.of("selector", "serviceName", "revisionHistoryLimit", "progressDeadlineSeconds").forEach(node::get);
            node.get("template").ifPresent(template -> {
                template.get("metadata");
                list(template, "template.");
                template.get("spec").ifPresent(inner -> list(inner, ""));
            });
            list(node, pod ? "" : "spec.");
        });
    }

    private void list(YamlNode map, String prefix) {
        map.unasked((key, value) -> draft.findings().notCarried(value.at(), prefix + key, Hints.of(prefix + key), component));
    }
}
