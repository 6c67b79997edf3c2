package org.caravan.writer;

import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import org.caravan.application.ApplicationExtras;
import org.caravan.application.DataSet;
import org.caravan.application.SecurityControl;

/** Writes the supplementary parts of an application. */
final class ApplicationExtrasWriter {

    private final Lines lines;
    private final ApplicationExtras supplement;

    ApplicationExtrasWriter(Lines lines, ApplicationExtras supplement) {
        this.lines = lines;
        this.supplement = supplement;
    }

    /** Parts before the components. */
    void head() {
        supplement.organisation().ifPresent(name -> lines.line("owned by " + Words.name(name)));
        annotations(supplement.annotations());
        data();
    }

    /** Parts after SLOs and goals. */
    void tail() {
        supplement.robustness().ifPresent(share -> {
            lines.blank();
            lines.line("robustness " + Words.percent(share));
        });
        new AdaptationWriter(lines).write(supplement.adaptation());
        if (!supplement.controls().isEmpty()) {
            lines.blank();
            supplement.controls().forEach(this::control);
        }
    }

    private void control(SecurityControl control) {
        lines.block("control " + Words.name(control.id()), () -> {
            control.domain().ifPresent(domain -> lines.line("domain " + Words.quoted(domain)));
            control.specification().ifPresent(text -> lines.line("specification " + Words.quoted(text)));
            if (!control.componentIds().isEmpty()) {
                lines.line("of " + Words.names(control.componentIds()));
            }
        });
    }

    private void annotations(Map<String, String> annotations) {
        if (!annotations.isEmpty()) {
            lines.block("annotations", () -> annotations.forEach((name, text) -> lines.line(Words.name(name) + " " + Words.quoted(text))));
        }
    }

    private void data() {
        if (!supplement.data().isEmpty()) {
            lines.blank();
            supplement.data().forEach(this::data);
        }
    }

    private void data(DataSet data) {
        lines.block("data " + Words.name(data.id()), () -> {
            data.size().ifPresent(size -> lines.line("size " + size));
            data.sensitivity().ifPresent(sensitivity -> lines.line("class " + sensitivity));
            residence(data);
            if (data.mostReplicas() > 1) {
                lines.line("replicas " + data.replicas() + (data.mostReplicas() > data.replicas() ? ".." + data.mostReplicas() : ""));
            }
            data.source().ifPresent(source -> lines.line("from " + Words.quoted(source)));
        });
    }

    private void residence(DataSet data) {
        if (!data.siteIds().isEmpty() && !data.countries().isEmpty()) {
            throw new IllegalArgumentException("the language stores data " + data.id() + " either at sites or in countries");
        }
        if (!data.siteIds().isEmpty()) {
            lines.line("at " + Words.names(data.siteIds()));
        } else if (!data.countries().isEmpty()) {
            lines.line("in " + Words.names(data.countries()));
        }
    }

    /** Lines inside the braces of the component. */
    void ofComponent(String componentId) {
        uses("stores", DataSet::storedBy, componentId);
        uses("produces", DataSet::producedBy, componentId);
        uses("consumes", DataSet::consumedBy, componentId);
        if (supplement.readable().contains(componentId)) {
            lines.line("replica readable");
        }
        new PlacementRulesWriter(lines, supplement.bonds()).ofComponent(componentId);
        annotations(supplement.componentAnnotations().getOrDefault(componentId, Map.of()));
    }

    private void uses(String verb, Function<DataSet, Collection<String>> users, String componentId) {
        var used = supplement.data().stream().filter(data -> users.apply(data).contains(componentId)).map(DataSet::id).toList();
        if (!used.isEmpty()) {
            lines.line(verb + " " + Words.names(used));
        }
    }
}
