package org.caravan.importers.kubernetes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Findings;
import org.caravan.importers.draft.ImportOptions;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;
import org.caravan.importers.yaml.YamlNode;

/** Imports manifests: each workload becomes a component, together with its services and configuration. */
public final class Manifests {

    private static final Set<String> WORKLOADS = Set.of("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController",
            "Pod");
    private static final String PART_OF = "app.kubernetes.io/part-of";

    private Manifests() {}

    /** Whether the document looks like a manifest. */
    public static boolean recognised(YamlNode document) {
        return document.isMap() && document.has("apiVersion") && document.has("kind");
    }

    /** Application that all documents describe together. */
    public static Imported read(List<SourceFile> sources, List<YamlNode> documents, Findings findings, ImportOptions options) {
        List<YamlNode> objects = documents.stream().flatMap(Manifests::unpacked).filter(node -> !node.isNull()).toList();
        List<YamlNode> workloads = ofKind(objects, WORKLOADS).toList();
        if (workloads.isEmpty()) {
            boolean kustomized = ofKind(objects, Set.of("Kustomization")).findAny().isPresent();
            findings.error("no-workload", new Location(sources.get(0).name(), 1, 1, 1), "There is no workload in these manifests.",
                    kustomized ? Hints.ofKind("Kustomization") : "name a file with one of " + WORKLOADS.stream().sorted().toList() + ".");
            return new Imported(Optional.empty(), Optional.empty(), findings.diagnostics());
        }
        List<YamlNode> running = running(workloads, findings);
        if (running.isEmpty()) {
            findings.error("no-workload", workloads.get(0).at(), "No workload of these manifests runs: all are switched off (replicas 0).",
                    "give one of them a replica.");
            return new Imported(Optional.empty(), Optional.empty(), findings.diagnostics());
        }
        Draft draft = new Draft(options.application().orElseGet(() -> application(sources, workloads)), "", findings);
        Configuration configuration = new Configuration(ofKind(objects, Set.of("ConfigMap")).toList(),
                ofKind(objects, Set.of("Secret")).toList(),
                ofKind(objects, Set.of("PersistentVolumeClaim")).toList());
        Map<DraftComponent, Workload> components = new LinkedHashMap<>();
        for (YamlNode node : running) {
            DraftComponent component = draft.component(name(node), node.at());
            components.put(component, new Workload(draft, component, node, configuration));
        }
        components.values().forEach(Workload::read);
        ofKind(objects, Set.of("HorizontalPodAutoscaler")).forEach(scaler -> scale(scaler, draft));
        ofKind(objects, Set.of("Service")).forEach(service -> new ServiceObject(draft, service).read(components));
        ofKind(objects, Set.of("Ingress")).forEach(ingress -> new IngressObject(draft, ingress).read());
        components.values().forEach(Workload::readMentions);
        components.values().forEach(Workload::listUnasked);
        listOthers(objects, configuration, findings);
        return draft.finish(sources);
    }

    /** Workloads without those that are switched off, which are listed. */
    private static List<YamlNode> running(List<YamlNode> workloads, Findings findings) {
        return workloads.stream().filter(workload -> {
            boolean off = workload.get("spec", "replicas").filter(count -> count.text().equals("0")).isPresent();
            if (off) {
                findings.notCarried(workload.at(), workload.text("kind") + " " + name(workload) + ", which is switched off (replicas 0)",
                        "give it one replica to import it.");
            }
            return !off;
        }).toList();
    }

    /** Converts the bounds of a workload's autoscaler; only the author knows the capacity of a replica. */
    private static void scale(YamlNode scaler, Draft draft) {
        String target = scaler.get("spec", "scaleTargetRef", "name").map(YamlNode::text).orElse("");
        Optional<DraftComponent> scaled = draft.find(target);
        if (scaled.isEmpty()) {
            draft.findings().notCarried(scaler.at(), "HorizontalPodAutoscaler " + name(scaler) + ", whose target "
                    + (target.isEmpty() ? "" : "(" + target + ") ") + "is not among the workloads", "import its workload with it.");
            return;
        }
        scaler.get("spec", "minReplicas").filter(least -> !least.text().equals("1"))
                .ifPresent(least -> draft.replicas(scaled.get(), least.text(), least.at()));
        scaler.get("spec").ifPresent(spec -> {
            List.of("scaleTargetRef", "minReplicas", "maxReplicas").forEach(spec::get);
            spec.unasked((key, value) -> draft.findings().notCarried(value.at(), key + " of HorizontalPodAutoscaler " + name(scaler),
                    "declare the capacity of a replica: capacity 20 requests/s, or when to scale: rule NAME { when …  then scale out "
                    + scaled.get().id() + " }"));
        });
        scaler.get("spec", "maxReplicas").ifPresent(most -> scaled.get().replicas().upTo(most.text(), most.at()));
    }

    private static void listOthers(List<YamlNode> objects, Configuration configuration, Findings findings) {
        List<String> known = new ArrayList<>(WORKLOADS);
        known.addAll(List.of("Service", "Ingress", "ConfigMap", "HorizontalPodAutoscaler"));
        for (YamlNode object : objects) {
            String kind = object.text("kind");
            object.get("metadata", "annotations").filter(annotations -> known.contains(kind)).ifPresent(annotations ->
                    findings.notCarried(annotations.at(), "annotations of " + kind + " " + name(object), ""));
            if (kind.equals("ConfigMap") && !configuration.usesMap(name(object))) {
                findings.notCarried(object.at(), "ConfigMap " + name(object) + ", which is not used as variables",
                        "put its files into the image.");
            } else if (kind.equals("Secret")) {
                findings.doubt("secret-named", object.at(), "Values of Secret " + name(object) + " are not carried over.",
                        "set each that components name: caravan secret set NAME.");
            } else if (kind.equals("PersistentVolumeClaim") && configuration.usesClaim(name(object))) {
                findings.notCarried(object.at(), "PersistentVolumeClaim " + name(object) + " beside its size", Hints.ofKind(kind));
            } else if (!known.contains(kind)) {
                findings.notCarried(object.at(), (kind.isEmpty() ? "object without a kind" : kind) + " " + name(object),
                        Hints.ofKind(kind));
            }
        }
    }

    private static Stream<YamlNode> unpacked(YamlNode document) {
        return document.text("kind").endsWith("List") && document.has("items")
                ? document.get("items").stream().flatMap(items -> items.items().stream())
                : Stream.of(document);
    }

    private static Stream<YamlNode> ofKind(List<YamlNode> objects, Set<String> kinds) {
        return objects.stream().filter(object -> kinds.contains(object.text("kind")));
    }

    static String name(YamlNode object) {
        return object.get("metadata").map(metadata -> metadata.text("name")).orElse("");
    }

    private static String application(List<SourceFile> sources, List<YamlNode> workloads) {
        YamlNode first = workloads.get(0);
        String partOf = first.get("metadata", "labels", PART_OF).map(YamlNode::text).orElse("");
        String namespace = first.get("metadata", "namespace").map(YamlNode::text).filter(name -> !name.equals("default")).orElse("");
        String file = sources.size() == 1 ? sources.get(0).shortName().replaceAll("\\.[A-Za-z]+$", "")
                : SourceFile.commonFolder(sources, "application");
        return !partOf.isEmpty() ? partOf : !namespace.isEmpty() ? namespace : file;
    }

    /** Converts an Ingress to entry points of users; host names and certificates are not part of a model. */
    private static final class IngressObject {

        private final Draft draft;
        private final YamlNode ingress;

        IngressObject(Draft draft, YamlNode ingress) {
            this.draft = draft;
            this.ingress = ingress;
        }

        void read() {
            ingress.get("spec", "defaultBackend").ifPresent(this::backend);
            ingress.get("spec", "rules").ifPresent(rules -> rules.items().forEach(rule -> rule.get("http", "paths")
                    .ifPresent(paths -> paths.items().forEach(path -> path.get("backend").ifPresent(this::backend)))));
            ingress.get("spec").ifPresent(spec -> spec.unasked((key, value) -> draft.findings()
                    .notCarried(value.at(), key + " of Ingress " + Manifests.name(ingress),
                    key.equals("tls") ? "let the component or a proxy before it speak TLS."
                    : "because users enter by the component that their requests begin with")));
            draft.findings().notCarried(ingress.at(), "Ingress " + Manifests.name(ingress),
                    "because users enter by the component that their requests begin with");
        }

        private void backend(YamlNode backend) {
            Optional<String> name = backend.get("service", "name").map(YamlNode::text)
                    .or(() -> backend.get("serviceName").map(YamlNode::text));
            name.flatMap(draft::find).ifPresent(component -> component.entry());
        }
    }
}
