package org.caravan.importers.compose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Findings;
import org.caravan.importers.draft.ImportOptions;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;
import org.caravan.importers.yaml.YamlNode;

/** Imports a Compose file: each service becomes a component. */
public final class ComposeFile {

    private ComposeFile() {}

    /** Whether the document looks like a Compose file. */
    public static boolean recognised(YamlNode document) {
        return document.isMap() && document.has("services");
    }

    /** Application in the file. Its name comes from the file or, as in Compose, from the folder. */
    public static Imported read(SourceFile source, YamlNode file, Findings findings, ImportOptions options) {
        YamlNode declared = file.get("services").filter(YamlNode::isMap).orElse(null);
        if (declared == null || declared.entries().isEmpty()) {
            findings.error("no-services", file.at(), source.shortName() + " has no services.",
                    "name a Docker Compose file, or choose another --format.");
            return new Imported(Optional.empty(), Optional.empty(), findings.diagnostics());
        }
        file.get("version"); // version of the format, which Compose ignores too
        ComposeVariables variables = variables(options, file, findings);
        Services services = new Services(declared.entries(), options.files(), findings);
        services.read();
        if (services.running().isEmpty()) {
            findings.error("no-services", declared.at(), "No service of " + source.shortName()
                    + " runs: all are switched off or end by themselves.",
                    "remove profiles, or give one of them a replica.");
        }
        String name = variables.interpolated(file.text("name")).value();
        Draft draft = new Draft(options.application().orElse(name.isEmpty() ? source.folder("application") : name), "", findings);
        Map<DraftComponent, YamlNode> components = new LinkedHashMap<>();
        services.running().forEach((service, node) -> components.put(draft.component(service, node.at()), node));
        Map<String, YamlNode> secrets = secrets(file);
        List<ComposeService> read = new ArrayList<>();
        components.forEach((component, node) -> read.add(new ComposeService(draft, component, node, variables)));
        read.forEach(service -> service.read(secrets, options.files()));
        read.forEach(service -> service.link(services.leftOut()));
        components.forEach((component, node) -> {
            node.unasked((key, value) -> variables.check(value, component));
            UnconvertedCompose.list(node, "", component, findings);
        });
        Set<String> used = services.running().values().stream().flatMap(service -> service.get("secrets").stream())
                .flatMap(uses -> uses.items().stream())
                .map(use -> use.isText() ? use.text() : use.text("source")).collect(Collectors.toSet());
        secrets.forEach((secret, node) -> {
            if (!used.contains(secret)) {
                findings.notCarried(node.at(), "secret " + secret + ", which no service uses",
                        "name it in secrets { … } of a component, and set it: caravan secret set " + secret + ".");
            }
        });
        details(file, "volumes", findings);
        details(file, "networks", findings);
        UnconvertedCompose.listTop(file, findings);
        return draft.finish(List.of(source));
    }

    /** Variables from the files that the user names, otherwise from {@code .env}, as in Docker Compose. */
    private static ComposeVariables variables(ImportOptions options, YamlNode file, Findings findings) {
        Map<String, String> variables = new LinkedHashMap<>();
        List<String> named = options.environmentFiles().isEmpty() ? List.of(".env") : options.environmentFiles();
        for (String path : named) {
            options.files().read(path).ifPresentOrElse(text -> variables.putAll(EnvironmentFile.variables(text, variables)), () -> {
                if (!options.environmentFiles().isEmpty()) {
                    findings.error("env-file-missing", file.at(), "The file " + path + " with values of variables cannot be read.",
                            "name one that exists: --env-file FILE");
                }
            });
        }
        return new ComposeVariables(variables, findings);
    }

    private static Map<String, YamlNode> secrets(YamlNode file) {
        return file.get("secrets").map(YamlNode::entries).orElse(Map.of());
    }

    /** Lists further properties of volumes and networks; their uses are reported at the services. */
    private static void details(YamlNode file, String kind, Findings findings) {
        file.get(kind).ifPresent(declared -> declared.entries().forEach((name, details) ->
                details.unasked((key, value) -> findings.notCarried(value.at(), key + " of " + kind + " " + name, ""))));
    }
}
