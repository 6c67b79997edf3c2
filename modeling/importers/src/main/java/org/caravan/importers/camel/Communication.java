package org.caravan.importers.camel;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;

/** Converts communications, which connect the required port of one component with the provided port of another, to required endpoints. */
final class Communication {

    private record End(Statement software, DraftComponent component, Optional<Statement> port) {}

    private final Draft draft;
    private final Map<Statement, DraftComponent> components;

    Communication(Draft draft, Map<Statement, DraftComponent> components) {
        this.draft = draft;
        this.components = components;
    }

    void read(Statement communication) {
        Optional<Token> from = word(communication, "from");
        Optional<Token> to = word(communication, "to");
        Optional<End> requiring = from.flatMap(token -> end(token.text(), "required communication"));
        Optional<End> providing = to.flatMap(token -> end(token.text(), "provided communication"));
        communication.carry();
        if (requiring.isEmpty() || providing.isEmpty()) {
            String missing = requiring.isEmpty() ? from.map(Token::text).orElse("nobody") : to.map(Token::text).orElse("nobody");
            draft.findings().doubt("dangling-reference", communication.at(), "Communication " + communication.argument() + " joins "
                    + missing
                    + ", which is no component's; it is not carried over.", "name one of " + draft.byOriginalName().keySet() + ".");
            return;
        }
        requiring.get().port().ifPresent(Statement::carry);
        Optional<Integer> port = providing.get().port().flatMap(Software::port);
        draft.link(requiring.get().component(), providing.get().component(), port.map(OptionalInt::of).orElse(OptionalInt.empty()),
                communication.at());
    }

    private static Optional<Token> word(Statement communication, String word) {
        return Stream.concat(Stream.of(communication), communication.body().stream()).flatMap(part -> part.after(word).stream())
                .findFirst();
    }

    /** Accepts {@code Component.Port} with any model prefix, {@code Component}, or a port alone. */
    private Optional<End> end(String path, String phrase) {
        List<String> segments = List.of(path.split("\\."));
        for (int i = segments.size() - 1; i >= 0; i--) {
            String segment = segments.get(i);
            Optional<Map.Entry<Statement, DraftComponent>> found = components.entrySet().stream()
                    .filter(one -> one.getKey().argument().equals(segment)).findFirst();
            if (found.isPresent()) {
                Statement software = found.get().getKey();
                return Optional.of(new End(software, found.get().getValue(), port(software, segments.get(segments.size() - 1), phrase)));
            }
        }
        return components.entrySet().stream().flatMap(one -> port(one.getKey(), Statement.lastSegment(path), phrase).stream()
                .map(port -> new End(one.getKey(), one.getValue(), Optional.of(port)))).findFirst();
    }

    private static Optional<Statement> port(Statement software, String name, String phrase) {
        return software.parts(phrase).filter(part -> part.argument().equals(name)).findFirst();
    }
}
