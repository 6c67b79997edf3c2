package org.caravan.importers.compose;

import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.yaml.YamlNode;

/** Variables, as a map or as a list of {@code NAME=value}. */
final class ComposeEnvironment {

    private final Draft draft;
    private final DraftComponent component;

    ComposeEnvironment(Draft draft, DraftComponent component) {
        this.draft = draft;
        this.component = component;
    }

    void read(YamlNode service) {
        service.get("environment").ifPresent(variables -> {
            map(variables);
            variables.items().forEach(item -> {
                if (item.isMap()) {
                    map(item);
                } else {
                    assignment(item.text(), item.at());
                }
            });
        });
    }

    private void map(YamlNode variables) {
        variables.entries().forEach((name, value) -> {
            if (value.isText()) {
                variable(name, value.text(), value.at());
            } else {
                fromShell(name, value.at());
            }
        });
    }

    private void assignment(String written, Location at) {
        int equals = written.indexOf('=');
        if (equals < 0) {
            fromShell(written, at);
        } else {
            variable(written.substring(0, equals).strip(), written.substring(equals + 1), at);
        }
    }

    private void fromShell(String name, Location at) {
        draft.findings().notCarried(at, "variable " + name + " from the shell", "write its value into env { … }.", component);
    }

    /** Secrecy is judged and shared by the text as written: two uses of one variable are one secret, whatever it holds. */
    private void variable(String name, String written, Location at) {
        Interpolation interpolated = Interpolation.of(written);
        if (interpolated.unset().isEmpty()) {
            draft.variable(component, name, interpolated.value(), at);
        } else if (interpolated.value().isEmpty() || written.contains("://")) {
            withoutValue(name, written, interpolated, at);
        } else {
            draft.variable(component, name, interpolated.value(), at);
            sayUnset(name, interpolated, at);
        }
    }

    private void withoutValue(String name, String written, Interpolation interpolated, Location at) {
        // A stand-in for the unknown value tells whether such a variable would be a secret, also within a URL.
        String standIn = written.replaceAll("\\$\\{?[A-Za-z_][A-Za-z0-9_]*(:?[-?+][^{}]*)?}?", "unknown");
        if (draft.looksSecret(name, standIn)) {
            draft.variable(component, name, written.contains("://") ? standIn + written : "unknown" + written, at);
        } else {
            draft.variable(component, name, interpolated.value(), at);
            sayUnset(name, interpolated, at);
        }
    }

    private void sayUnset(String name, Interpolation interpolated, Location at) {
        draft.findings().doubt("variable-unset", at, "Variable " + name + " of " + component.id() + " needs "
                + String.join(", ", interpolated.unset()) + " of the shell or of .env; nothing was put there.", "complete its value in env { … }.", component);
    }
}
