package org.caravan.importers.camel;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;

/** Converts requirement sets of a component: sizes, countries, replica counts. {@link UnconvertedCamel} lists the other requirements. */
final class Requirements {

    private final Draft draft;
    private final List<Statement> declared;
    private final Regions regions;
    private final Controls controls;

    Requirements(Draft draft, List<Statement> subModels, Controls controls) {
        this.controls = controls;
        this.draft = draft;
        List<Statement> models = subModels.stream().filter(model -> model.phrase().equals("requirement model")).toList();
        models.forEach(Statement::carry);
        this.declared = models.stream().flatMap(model -> model.body().stream()).toList();
        this.regions = new Regions(subModels);
    }

    /** Applies the component's own sets before global ones; a set of its configuration applies only if there is no other. */
    void apply(Statement software, DraftComponent component, List<Statement> deployments) {
        Hosting hosting = new Hosting(draft, deployments, declared);
        Stream<Statement> named = Stream.concat(software.parts("requirements", "requirement set").filter(use -> !use.hasBody()),
                hosting.sets(software));
        Stream<Statement> global = deployments.stream().flatMap(model -> model.parts("global requirements", "global requirement set"));
        Stream.concat(named, global).forEach(use -> {
            use.carry();
            set(use.lastName(), deployments).ifPresent(found -> {
                found.parts("quantitative hardware").forEach(hardware -> hosting.hardware(hardware, component));
                apply(found, component);
            });
        });
        hosting.scale(software, component);
        software.parts("requirements").filter(Statement::hasBody).forEach(own -> apply(own, component));
        if (component.size().cpu().isEmpty() && component.size().memory().isEmpty()) {
            software.body().stream().filter(part -> part.phrase().endsWith("configuration"))
                    .flatMap(configuration -> configuration.parts("requirements").filter(Statement::hasBody)).findFirst()
                    .ifPresent(own -> own.parts("resource").forEach(resource -> resource(resource, component)));
        }
    }

    private static Optional<Statement> set(String name, List<Statement> deployments) {
        return deployments.stream().flatMap(model -> model.parts("requirements", "requirement set", "vm requirement set"))
                .filter(set -> set.hasBody() && set.argument().equals(name)).findFirst();
    }

    private void apply(Statement set, DraftComponent component) {
        set.carry();
        set.parts("resource", "quantitative hardware").forEach(use -> resource(use, component));
        set.parts("location").forEach(use -> location(use, component));
        set.parts("security").forEach(use -> controls.require(use, component));
        set.parts("horizontal scale").forEach(use -> find("horizontal scale requirement", use)
                .ifPresent(scale -> scale(scale, use, component)));
        // Each of these only references a requirement, which is listed once, at its declaration.
        set.parts("provider", "image", "os", "security", "paas", "vertical scale", "optimisation", "qualitative hardware")
                .forEach(Statement::carry);
    }

    private void resource(Statement use, DraftComponent component) {
        use.carry();
        find("resource requirement", use).ifPresent(resource -> {
            resource.carry();
            new Resource(draft, component).read(resource);
        });
    }

    private void scale(Statement scale, Statement use, DraftComponent component) {
        use.carry();
        scale.carry();
        List<String> bounds = scale.tokens().stream().filter(Token::number).map(Token::text).toList();
        if (!bounds.isEmpty()) {
            draft.replicas(component, bounds.get(0), scale.at());
        }
        if (bounds.size() > 1 && !bounds.get(1).equals(bounds.get(0))) {
            component.replicas().upTo(bounds.get(1), scale.at());
        }
    }

    private void location(Statement use, DraftComponent component) {
        use.carry();
        find("location requirement", use).ifPresent(location -> {
            location.carry();
            location.body().forEach(Statement::carry);
            List<String> places = Stream.concat(location.tokens().stream().skip(1),
                    location.body().stream().flatMap(part -> part.tokens().stream()))
                    .filter(Token::word).map(Token::text).toList();
            places.forEach(place -> {
                List<String> countries = regions.countries(Statement.lastSegment(place));
                countries.forEach(component::country);
                if (!countries.isEmpty() && !regions.described(Statement.lastSegment(place))) {
                    draft.findings().doubt("assumed", location.at(), "Assumed for " + component.id() + ", as no file says it: " + place
                            + " is " + countries.size()
                            + (countries.size() == 1 ? " country." : " countries."), "import the file that declares it, too.", component);
                }
                if (countries.isEmpty()) {
                    draft.findings().notCarried(location.at(), "location requirement " + location.argument() + " (" + place + ")",
                            "import the file that declares it, too, or write: require " + component.id() + " in NO, SE", component);
                }
            });
        });
    }

    private Optional<Statement> find(String phrase, Statement use) {
        return declared.stream().filter(part -> part.phrase().equals(phrase) && part.argument().equals(use.lastName())).findFirst();
    }
}
