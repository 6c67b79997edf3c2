package org.caravan.importers.camel;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;

/** Converts one software component: its ports, its image if it has a container, and whether it holds data. */
final class Software {

    private static final int HIGHEST_PORT = 65_535;

    private final Draft draft;
    private final DraftComponent component;
    private final Statement software;

    Software(Draft draft, DraftComponent component, Statement software) {
        this.draft = draft;
        this.component = component;
        this.software = software;
    }

    void read() {
        software.parts("provided communication").forEach(this::endpoint);
        software.parts("longLived").forEach(Statement::carry);
        software.parts("required host", "required hosting").forEach(Statement::carry); // every component needs a host
        software.parts("data source").findFirst().ifPresent(source -> {
            source.carry();
            component.stateful();
        });
        software.body().stream().filter(part -> part.phrase().isEmpty() && part.tokens().get(0).is("[")).forEach(this::annotation);
        image();
    }

    /** Annotation with the last name of its path as name and the full path as text. */
    private void annotation(Statement annotation) {
        List<String> paths = annotation.tokens().stream().filter(Token::qualified).map(Token::text).toList();
        if (!paths.isEmpty() && paths.stream().filter(path -> draft.supplement().annotate(component, Statement.lastSegment(path), path))
                .count() == paths.size()) {
            annotation.carry();
        }
    }

    private void endpoint(Statement provided) {
        provided.carry();
        Optional<Integer> port = port(provided);
        if (port.isEmpty()) {
            draft.findings().notCarried(provided.at(), "provided communication " + provided.argument() + " without a port",
                    "add: provides http on 8080", component);
            return;
        }
        String name = org.caravan.importers.draft.DraftNames.valid(provided.argument(), "port-" + port.get());
        if (component.endpoints().containsKey(port.get())) {
            draft.findings().notCarried(provided.at(), "provided communication " + name + " on a port that another has",
                    "because clients can use that other", component);
        }
        component.provides(port.get(), name);
    }

    /** Port in the head of the communication or, in older files, in its braces. */
    static Optional<Integer> port(Statement communication) {
        Stream<Token> tokens = Stream.concat(communication.after("port").stream(), communication.body().stream()
                .flatMap(part -> Stream.concat(part.tokens().stream().filter(token -> token.text().equals("port"))
                        .flatMap(found -> part.after("port").stream()),
                        part.phrase().equals("port") ? part.tokens().stream() : Stream.empty())));
        return tokens.map(Token::text).filter(text -> text.matches("[0-9]{1,5}")).map(Integer::valueOf).filter(port -> port >= 1
                && port <= HIGHEST_PORT).findFirst();
    }

    /**
     * Most CAMEL software is installed by scripts on a machine. It becomes a virtual machine, in addition to a container if there is one.
     */
    private void image() {
        ScriptConfiguration.of(software).ifPresent(component::scripts);
        Optional<Statement> container = software.parts("container configuration").findFirst();
        Optional<Statement> named = container.stream().flatMap(Statement::all)
                .filter(part -> part.phrase().endsWith("image")
                        && part.tokens().stream().anyMatch(token -> token.kind() == Token.Kind.TEXT)).findFirst();
        if (named.isPresent()) {
            container.get().carry();
            named.get().carry();
            String reference = named.get().tokens().stream().filter(token -> token.kind() == Token.Kind.TEXT).findFirst().orElseThrow()
                    .text();
            String name = draft.image(component, reference);
            draft.findings().doubt("image-to-import", named.get().at(), "Image " + reference + " of " + component.id() + " is " + name
                    + " here.",
                    "docker save it into a file, and bring it in: caravan image import FILE --name " + name, component);
        } else if (!component.hasScripts()) {
            String name = draft.image(component, component.id());
            draft.findings().doubt("image-to-build", component.at(), "The file names no container image for " + component.id() + ".",
                    "make one of what its scripts install, and bring it in: caravan image import FILE --name " + name, component);
        }
    }
}
