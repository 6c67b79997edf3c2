package org.caravan.importers.camel;

import java.util.List;
import org.caravan.application.Separation;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;

/** Converts affinity of software: on one host, or otherwise at one site. */
final class Couplings {

    private final Draft draft;

    Couplings(Draft draft) {
        this.draft = draft;
    }

    /** Places each component near the first. A statement with fewer than two known components stays unconverted and is listed. */
    void read(Statement coupling) {
        List<Token> words = coupling.all().flatMap(part -> part.tokens().stream()).filter(Token::word).toList();
        List<DraftComponent> near = words.stream().flatMap(word -> draft.find(Statement.lastSegment(word.text())).stream()).distinct()
                .toList();
        if (near.size() < 2) {
            return;
        }
        coupling.all().forEach(Statement::carry);
        boolean host = written(coupling).contains("host");
        boolean relaxed = written(coupling).contains("relaxed");
        near.stream().skip(1).forEach(other -> draft.supplement()
                .together(other, near.get(0), host ? Separation.By.HOST : Separation.By.SITE, !relaxed));
    }

    private static String written(Statement coupling) {
        StringBuilder text = new StringBuilder();
        coupling.all().forEach(part -> {
            text.append(part.phrase()).append(' ');
            part.tokens().forEach(token -> text.append(token.text()).append(' '));
        });
        return text.toString().replace(coupling.argument(), "");
    }
}
