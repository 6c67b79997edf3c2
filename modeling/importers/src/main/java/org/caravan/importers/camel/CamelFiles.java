package org.caravan.importers.camel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Rule;
import org.caravan.adaptation.Utility;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Findings;
import org.caravan.importers.draft.ImportOptions;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;

/** Imports CAMEL files: one with an application, others with referenced elements, for example locations. */
public final class CamelFiles {

    private CamelFiles() {}

    /** Application whose components the deployment models describe; an empty application with a finding if there are none. */
    public static Imported read(List<SourceFile> sources, Findings findings, ImportOptions options) {
        List<Statement> models = new ArrayList<>();
        sources.forEach(source -> models.addAll(Statements.of(source, findings)));
        List<Statement> camel = models.stream().filter(model -> model.phrase().equals("camel model")).toList();
        if (camel.isEmpty() && !findings.hasErrors()) {
            findings.error("format-unknown", new Location(sources.get(0).name(), 1, 1, 1), "There is no CAMEL model in it.",
                    "name a file with camel model NAME { … }.");
        }
        if (findings.hasErrors()) {
            return new Imported(Optional.empty(), Optional.empty(), findings.diagnostics());
        }
        camel.forEach(Statement::carry);
        List<Statement> subModels = camel.stream().flatMap(model -> model.body().stream()).toList();
        Draft draft = draft(camel, subModels, findings, options);
        Declarations declared = new Declarations(subModels);
        Controls controls = new Controls(draft, declared);
        components(draft, subModels, controls);
        controls.finish();
        new Organisations(draft, declared).read(subModels);
        adaptation(draft, declared, subModels);
        new References(models, findings).check();
        UnconvertedCamel.list(models, findings);
        return draft.finish(sources);
    }

    private static Draft draft(List<Statement> camel, List<Statement> subModels, Findings findings, ImportOptions options) {
        Optional<Statement> application = subModels.stream().filter(part -> part.phrase().equals("application")).findFirst();
        application.ifPresent(Statement::carry);
        String version = application.stream().flatMap(found -> found.parts("version")).peek(Statement::carry).map(Statement::argument)
                .findFirst().orElse("");
        return new Draft(options.application().or(() -> application.map(Statement::argument)).orElse(camel.get(0).argument()), version,
                findings);
    }

    /** Reads metrics first, because all other parts refer to them. */
    private static void adaptation(Draft draft, Declarations declared, List<Statement> subModels) {
        Values values = new Values(draft, declared);
        values.read();
        Constraints constraints = new Constraints(subModels, values, draft.findings());
        constraints.read();
        List<Utility> utilities = new Goals(declared, values, draft.findings()).read();
        List<Rule> rules = new ScalabilityRules(draft, declared, constraints).read();
        new Promises(constraints, draft.findings()).read(subModels);
        draft.supplement().adaptation(new Adaptation(values.metrics(), values.variables(), constraints.made(), rules, utilities));
    }

    private static void components(Draft draft, List<Statement> subModels, Controls controls) {
        List<Statement> deployments = subModels.stream()
                .filter(part -> part.phrase().equals("deployment model") || part.phrase().equals("deployment type model")).toList();
        deployments.forEach(Statement::carry);
        Requirements requirements = new Requirements(draft, subModels, controls);
        Map<Statement, DraftComponent> components = new LinkedHashMap<>();
        deployments.stream().flatMap(model -> model.parts("software", "internal component")).forEach(software -> {
            software.carry();
            DraftComponent component = draft.component(software.argument(), software.at());
            components.put(software, component);
            new Software(draft, component, software).read();
        });
        components.forEach((software, component) -> requirements.apply(software, component, deployments));
        new DataParts(draft, subModels, components).read();
        deployments.stream().flatMap(model -> model.parts("coupling", "location coupling")).forEach(new Couplings(draft)::read);
        deployments.stream().flatMap(model -> model.parts("communication"))
                .forEach(link -> new Communication(draft, components).read(link));
        Hosting.communications(components, deployments);
        dataSources(subModels).forEach(source -> source.parts("component")
                .forEach(held -> draft.find(held.lastName()).ifPresent(component -> {
            held.carry();
            component.stateful();
        })));
        if (components.isEmpty()) {
            draft.findings().doubt("no-components", subModels.isEmpty() ? new Location("", 1, 1, 1) : subModels.get(0).at(),
                    "No deployment model with software is in these files; the application is empty.",
                            "import the file with the deployment model, too.");
        }
    }

    private static Stream<Statement> dataSources(List<Statement> subModels) {
        return subModels.stream().filter(model -> model.phrase().startsWith("data ")).flatMap(model -> model.parts("data source"));
    }
}
