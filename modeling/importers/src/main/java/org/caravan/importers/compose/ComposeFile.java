package org.caravan.importers.compose;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Findings;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;
import org.caravan.importers.yaml.YamlNode;

/** Imports one Compose file: each service becomes a component. */
public final class ComposeFile {

    private ComposeFile() {}

    /** Whether the document looks like one. */
    public static boolean recognised(YamlNode document) {
        return document.isMap() && document.has("services");
    }

    /** The application that the file describes, named by it or after its folder as Compose does. */
    public static Imported read(SourceFile source, YamlNode file, Findings findings) {
        YamlNode services = file.get("services").filter(YamlNode::isMap).orElse(null);
        if (services == null || services.entries().isEmpty()) {
            findings.error("no-services", file.at(), source.shortName() + " has no services.", "name a Docker Compose file, or choose another --format.");
            return new Imported(Optional.empty(), Optional.empty(), findings.diagnostics());
        }
        file.get("version"); // of the format; Compose ignores it, too
        String name = Interpolation.of(file.text("name")).value();
        Draft draft = new Draft(name.isEmpty() ? folder(source) : name, "", findings);
        Map<DraftComponent, YamlNode> components = new LinkedHashMap<>();
        services.entries().forEach((service, node) -> components.put(draft.component(service, node.at()), node));
        Map<String, YamlNode> secrets = secrets(file);
        components.forEach((component, node) -> new ComposeService(draft, component, node, secrets).read());
        components.forEach((component, node) -> new Dependencies(draft, component, node).read());
        components.forEach((component, node) -> Remainder.list(node, "", component, findings));
        details(file, "volumes", findings);
        details(file, "networks", findings);
        Remainder.listTop(file, findings);
        return draft.finish(List.of(source));
    }

    private static Map<String, YamlNode> secrets(YamlNode file) {
        return file.get("secrets").map(YamlNode::entries).orElse(Map.of());
    }

    /** Volumes and networks are told where they are used; what else is said of them is listed. */
    private static void details(YamlNode file, String kind, Findings findings) {
        file.get(kind).ifPresent(declared -> declared.entries().forEach((name, details) ->
                details.unasked((key, value) -> findings.notCarried(value.at(), key + " of " + kind + " " + name, ""))));
    }

    private static String folder(SourceFile source) {
        Path folder = Path.of(source.name()).toAbsolutePath().normalize().getParent();
        return folder == null || folder.getFileName() == null ? "application" : folder.getFileName().toString();
    }
}
