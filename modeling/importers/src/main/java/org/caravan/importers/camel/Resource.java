package org.caravan.importers.camel;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Quantities;
import org.caravan.infrastructure.Gpus;

/** Converts cores, memory and GPUs of a resource requirement: the minimum of each, identified by names and annotations. */
final class Resource {

    private static final Map<String, Long> UNITS = Map.of("bytes", 1L, "kilobytes", 1L << 10, "megabytes", 1L << 20, "gigabytes", 1L << 30,
            "terabytes", 1L << 40);

    private final Draft draft;
    private final DraftComponent component;

    Resource(Draft draft, DraftComponent component) {
        this.draft = draft;
        this.component = component;
    }

    void read(Statement resource) {
        for (Statement part : resource.body()) {
            if (part.phrase().equals("feature")) {
                part.carry();
                read(part);
            } else if (part.phrase().equals("attribute")) {
                attribute(part);
            } else if (part.phrase().isEmpty()) {
                part.carry(); // annotation of a feature; only its attributes matter
            }
        }
    }

    private void attribute(Statement attribute) {
        String meaning = (attribute.argument() + " " + annotation(attribute)).toLowerCase(Locale.ROOT);
        List<Token> value = value(attribute);
        List<BigDecimal> bounds = value.stream().filter(Token::number).map(token -> new BigDecimal(token.text())).toList();
        if (!bounds.isEmpty() && gpus(attribute)) {
            Gpus.countOf(bounds.get(0).toPlainString()).ifPresent(count -> {
                component.size().gpu(new Gpus(count, Optional.empty()));
                attribute.carry();
            });
            return;
        }
        boolean upper = meaning.matches("(?s).*(hasmax|maxnumber|\\.max|^max).*") || meaning.startsWith("max");
        if (bounds.isEmpty() || upper || meaning.matches("(?s).*(gpu|fpga|accelerator|disk|storage).*")) {
            return;
        }
        if (meaning.contains("core")) {
            Quantities.cores(bounds.get(0)).ifPresent(component.size()::cpu);
            attribute.carry();
        } else if (meaning.matches("(?s).*(ram|memory).*")) {
            memory(attribute, value, bounds.get(0));
            attribute.carry();
        }
        if (attribute.carried() && bounds.size() > 1 && bounds.get(1).compareTo(bounds.get(0)) != 0) {
            draft.findings().notCarried(attribute.at(), "upper bound " + bounds.get(1).toPlainString() + " of " + attribute.argument(),
                    "because the lower one is reserved", component);
        }
    }

    /** Whether the attribute is the number of GPUs; other attributes of a GPU, such as its cores, are not converted. */
    private static boolean gpus(Statement attribute) {
        String annotation = Statement.lastSegment(annotation(attribute));
        String word = annotation.isEmpty() ? attribute.argument() : annotation;
        return word.toLowerCase(Locale.ROOT).replace("_", "").matches("(has)?(min|total)?(num|number)?(of)?gpus?(count|number)?");
    }

    private void memory(Statement attribute, List<Token> value, BigDecimal amount) {
        String unit = value.stream().filter(Token::word).map(token -> Statement.lastSegment(token.text()).toLowerCase(Locale.ROOT))
                .filter(UNITS::containsKey).findFirst().orElse("");
        Quantities.bytes(amount.multiply(new BigDecimal(UNITS.getOrDefault(unit, 1L << 20)))).ifPresent(component.size()::memory);
        if (unit.isEmpty()) {
            draft.findings().doubt("assumed", attribute.at(), "Memory " + amount.toPlainString() + " of " + component.id()
                    + " has no unit; MiB is assumed.", "", component);
        }
    }

    private static String annotation(Statement attribute) {
        return attribute.tokens().stream().skip(1).filter(Token::qualified).map(Token::text).findFirst().orElse("");
    }

    /** Tokens after the colon. */
    private static List<Token> value(Statement attribute) {
        List<Token> tokens = attribute.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).is(":")) {
                return tokens.subList(i + 1, tokens.size());
            }
        }
        return List.of();
    }
}
