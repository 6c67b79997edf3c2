package org.caravan.importers;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.importers.camel.CamelFiles;
import org.caravan.importers.compose.ComposeFile;
import org.caravan.importers.draft.Findings;
import org.caravan.importers.draft.Format;
import org.caravan.importers.draft.ImportOptions;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;
import org.caravan.importers.kubernetes.Manifests;
import org.caravan.importers.yaml.YamlNode;
import org.caravan.importers.yaml.YamlText;

/**
 * Imports files that describe one application: a Docker Compose file, Kubernetes manifests, or CAMEL models. Never throws because of
 * invalid text: unreadable input is an error with its line, and elements that a model cannot express are listed.
 */
public final class ModelImport {

    private static final Pattern CAMEL = Pattern.compile("(?m)^[^\\S\\r\\n]*+camel\\s++model\\b");

    private static final Pattern XML = Pattern.compile("\\A\\uFEFF?\\s*+<(\\?xml|[A-Za-z])");
    private static final Pattern CAMEL_NAMESPACE =
            Pattern.compile("xmlns(?::[\\w.-]+)?\\s*=\\s*[\"']([^\"']{0,200}camel[^\"']{0,200})[\"']");

    private ModelImport() {}

    /**
     * @param sources at least one file; several files form one application
     * @param options choices of the caller; {@link ImportOptions#DEFAULT} derives everything from the content
     */
    public static Imported of(List<SourceFile> sources, ImportOptions options) {
        Optional<Format> format = options.format();
        Findings findings = new Findings();
        Optional<SourceFile> xml = sources.stream().filter(source -> XML.matcher(source.text()).lookingAt()).findFirst();
        if (xml.isPresent()) {
            return xml(xml.get(), findings);
        }
        boolean camel = sources.stream().anyMatch(source -> source.name().endsWith(".camel") || CAMEL.matcher(source.text()).find());
        if (format.orElse(camel ? Format.CAMEL : Format.COMPOSE) == Format.CAMEL) {
            return CamelFiles.read(sources, findings, options);
        }
        List<YamlNode> documents = sources.stream().flatMap(source -> YamlText.documents(source, findings).stream()).toList();
        if (findings.hasErrors()) {
            return failed(findings);
        }
        boolean manifests = documents.stream().anyMatch(Manifests::recognised);
        if (format.map(Format.KUBERNETES::equals).orElse(manifests)) {
            return Manifests.read(sources, documents, findings, options);
        }
        return compose(sources, documents, findings, options);
    }

    /** Rejects models in Eclipse's XML serialisation. The namespace shows the version: PaaSage namespaces contain a date. */
    private static Imported xml(SourceFile source, Findings findings) {
        Location start = new Location(source.name(), 1, 1, 1);
        Optional<String> camel = CAMEL_NAMESPACE.matcher(source.text()).results().map(found -> found.group(1)).findFirst();
        if (camel.isPresent()) {
            String version = camel.get().contains("paasage") ? "CAMEL 1.x, of PaaSage" : "CAMEL 2.x or later";
            findings.error("format-unsupported", start, source.shortName() + " is a CAMEL model in XMI (" + version + ": " + camel.get()
                    + "), which is not read; its textual form is.",
                    "open it in the CAMEL editor, save it as text (NAME.camel), and import that.");
        } else {
            findings.error("format-unknown", start, source.shortName()
                    + " is XML. Neither Compose files nor Kubernetes manifests nor CAMEL models in their textual form are.",
                    "name a file with services:, with apiVersion: and kind:, or with camel model.");
        }
        return failed(findings);
    }

    private static Imported compose(List<SourceFile> sources, List<YamlNode> documents, Findings findings, ImportOptions options) {
        boolean said = options.format().isPresent();
        Location start = new Location(sources.get(0).name(), 1, 1, 1);
        if (documents.size() != 1 && said || sources.size() > 1) {
            findings.error("one-file", start, "A Compose file is imported alone.", "merge several by: docker compose config");
        } else if (documents.size() != 1 || !said && !ComposeFile.recognised(documents.get(0))) {
            findings.error("format-unknown", start, "This is neither a Compose file, a Kubernetes manifest nor a CAMEL model.",
                    "name a file with services:, with apiVersion: and kind:, or with camel model.");
        } else {
            return ComposeFile.read(sources.get(0), documents.get(0), findings, options);
        }
        return failed(findings);
    }

    private static Imported failed(Findings findings) {
        return new Imported(Optional.empty(), Optional.empty(), findings.diagnostics());
    }
}
