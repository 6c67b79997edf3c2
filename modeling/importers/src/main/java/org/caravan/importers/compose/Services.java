package org.caravan.importers.compose;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.importers.draft.CompanionFiles;
import org.caravan.importers.draft.Findings;
import org.caravan.importers.draft.SourceFile;
import org.caravan.importers.yaml.YamlNode;
import org.caravan.importers.yaml.YamlText;

/** Services of a file with their inherited properties; separates services that do not run: disabled services and jobs that end. */
final class Services {

    /**
     * Reason why a service does not become a component.
     *
     * @param reason end of a sentence about the service
     */
    private record Absence(String reason, String wayOut) {}

    private static final int LONGEST_CHAIN = 20;

    private final Map<String, YamlNode> declared;
    private final CompanionFiles files;
    private final Findings findings;
    private final Map<String, YamlNode> running = new LinkedHashMap<>();
    private final Set<String> leftOut = new HashSet<>();

    Services(Map<String, YamlNode> declared, CompanionFiles files, Findings findings) {
        this.declared = declared;
        this.files = files;
        this.findings = findings;
    }

    /** Determines which services run and reports the others. */
    void read() {
        Set<String> jobs = new HashSet<>();
        declared.forEach((name, node) -> running.put(name, extended(name, node, declared, 0)));
        running.values().forEach(service -> service.get("depends_on").filter(YamlNode::isMap)
                .ifPresent(needed -> needed.entries().forEach((name, how) -> {
            if (how.text("condition").equals("service_completed_successfully")) {
                jobs.add(name);
            }
        })));
        running.forEach((name, service) -> absence(service, jobs.contains(name)).ifPresent(absence -> {
            leftOut.add(name);
            findings.notCarried(service.at(), "service " + name + ", which " + absence.reason(), absence.wayOut());
        }));
        running.keySet().removeAll(leftOut);
    }

    /** Services that become components, by name. */
    Map<String, YamlNode> running() {
        return running;
    }

    /** Services that do not become components. */
    Set<String> leftOut() {
        return leftOut;
    }

    private static Optional<Absence> absence(YamlNode service, boolean awaitedToEnd) {
        String mode = service.get("deploy", "mode").map(YamlNode::text).orElse("");
        String count = service.get("deploy", "replicas").or(() -> service.get("scale")).map(YamlNode::text).orElse("");
        if (awaitedToEnd || mode.endsWith("-job")) {
            return Optional.of(new Absence("runs once and ends",
                    "run it before the application is deployed, or in the start command of the service that waits for it."));
        }
        if (service.get("profiles").filter(profiles -> !profiles.items().isEmpty()).isPresent()) {
            return Optional.of(new Absence("runs only if one of its profiles is enabled", "remove its profiles to import it."));
        }
        return count.equals("0") ? Optional.of(new Absence("is switched off (replicas 0)", "give it one replica to import it."))
                : Optional.empty();
    }

    private YamlNode extended(String name, YamlNode service, Map<String, YamlNode> among, int depth) {
        Optional<YamlNode> extension = service.get("extends");
        if (extension.isEmpty()) {
            return service;
        }
        YamlNode node = extension.get();
        String base = node.isMap() ? node.text("service") : node.text();
        String file = node.isMap() ? node.text("file") : "";
        Map<String, YamlNode> others = file.isEmpty() ? among : servicesOf(file);
        YamlNode found = others.get(base);
        if (found == null || depth >= LONGEST_CHAIN || found == service) {
            findings.error("extends-invalid", node.at(), "Service " + name + " extends " + (base.isEmpty() ? "no service" : base)
                    + (file.isEmpty() ? "" : " of " + file)
                    + (found == null ? ", which cannot be found." : ", which extends " + name + " in turn."),
                    file.isEmpty() ? "name one of " + others.keySet() + "." : "import what docker compose config prints.");
            return service;
        }
        YamlNode whole = service.over(extended(base, found, others, depth + 1));
        whole.get("extends"); // read, so it is not listed as not carried over
        return whole;
    }

    private Map<String, YamlNode> servicesOf(String file) {
        return files.read(file).map(text -> new SourceFile(file, text)).map(source -> YamlText.documents(source, findings)).stream()
                .flatMap(List::stream).findFirst().flatMap(document -> document.get("services")).map(YamlNode::entries).orElse(Map.of());
    }
}
