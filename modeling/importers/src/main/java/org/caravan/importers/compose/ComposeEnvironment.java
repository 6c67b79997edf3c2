package org.caravan.importers.compose;

import java.util.LinkedHashMap;
import java.util.Map;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.importers.draft.CompanionFiles;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.References;
import org.caravan.importers.yaml.YamlNode;

/**
 * Environment variables of a service: first those of its {@code env_file}, then those of {@code environment}, a map or a list of {@code
 * NAME=value}.
 */
final class ComposeEnvironment {

    /** Placeholder for parts of a value that only the user's shell or .env defines. */
    private static final String UNKNOWN = "unknown";

    /** @param written as in the file; null if only the shell or .env defines the value */
    private record Assignment(String written, Location at) {}

    private final Draft draft;
    private final DraftComponent component;
    private final ComposeVariables variables;
    private final CompanionFiles files;
    private final Map<String, Assignment> assignments = new LinkedHashMap<>();

    ComposeEnvironment(Draft draft, DraftComponent component, ComposeVariables variables, CompanionFiles files) {
        this.draft = draft;
        this.component = component;
        this.variables = variables;
        this.files = files;
    }

    void read(YamlNode service) {
        service.get("env_file").ifPresent(named -> named.items().forEach(this::file));
        service.get("environment").ifPresent(environment -> {
            map(environment);
            environment.items().forEach(item -> {
                if (item.isMap()) {
                    map(item);
                } else {
                    assignment(item);
                }
            });
        });
        assignments.forEach((name, assignment) -> {
            if (assignment.written() == null) {
                fromShell(name, assignment.at());
            } else {
                variable(name, assignment.written(), assignment.at());
            }
        });
    }

    /** Adds links to the services that the values name. */
    void link() {
        References mentions = new References(draft, component);
        assignments.forEach((name, assignment) -> {
            String written = assignment.written() == null ? "${" + name + "}" : assignment.written();
            mentions.in(name, variables.interpolated(written).value(), assignment.at());
        });
    }

    private void file(YamlNode named) {
        String path = named.isMap() ? variables.value(named, "path", component) : variables.value(named, component);
        boolean optional = named.isMap() && named.text("required").equals("false");
        named.entries();
        files.read(path).ifPresentOrElse(
                text -> EnvironmentFile.variables(text, Map.of())
                        .forEach((name, value) -> assignments.put(name, new Assignment(value.replace("$", "$$"), named.at()))),
                () -> {
                    if (!optional) {
                        draft.findings().doubt("env-file-missing", named.at(), "The file " + path + ", from which " + component.id()
                                + " takes variables, cannot be read.",
                                "put it into the folder of the Compose file and import again, or write harmless variables into env { … } "
                                        + "and set secrets by caravan secret set NAME.",
                                component);
                    }
                });
    }

    private void map(YamlNode environment) {
        environment.entries().forEach((name, value) -> assignments.put(name,
                new Assignment(value.isText() ? value.text() : null, value.at())));
    }

    private void assignment(YamlNode item) {
        int equals = item.text().indexOf('=');
        String name = equals < 0 ? item.text() : item.text().substring(0, equals).strip();
        assignments.put(name, new Assignment(equals < 0 ? null : item.text().substring(equals + 1), item.at()));
    }

    private void fromShell(String name, Location at) {
        if (variables.has(name) || draft.looksSecret(name, UNKNOWN)) {
            variable(name, "${" + name + "}", at);
        } else {
            draft.findings().notCarried(at, "variable " + name + " from the shell", "write its value into env { … }.", component);
        }
    }

    /** Secrets are detected and shared by the text as written: two uses of one variable are one secret, independent of its value. */
    private void variable(String name, String written, Location at) {
        Interpolation found = variables.interpolated(written);
        boolean ofSecrets = found.used().stream().anyMatch(used -> draft.looksSecret(used, variables.value(used)))
                || found.unset().stream().anyMatch(unset -> draft.looksSecret(unset, UNKNOWN));
        if (ofSecrets) {
            draft.secretValue(component, name, found.unset().isEmpty() ? found.value() : UNKNOWN + written, at);
        } else if (found.unset().isEmpty()) {
            draft.variable(component, name, found.value(), at);
        } else if (found.value().isEmpty() || written.contains("://")) {
            withoutValue(name, written, found, at);
        } else {
            draft.variable(component, name, found.value(), at);
            sayUnset(name, found, at);
        }
    }

    private void withoutValue(String name, String written, Interpolation found, Location at) {
        // Replaces unknown values by a placeholder to test whether the variable would be a secret, also within a URL.
        String standIn = written.replaceAll("\\$\\{?[A-Za-z_][A-Za-z0-9_]*(:?[-?+][^{}]*)?}?", UNKNOWN);
        if (draft.looksSecret(name, standIn)) {
            draft.variable(component, name, written.contains("://") ? standIn + written : UNKNOWN + written, at);
        } else {
            draft.variable(component, name, found.value(), at);
            sayUnset(name, found, at);
        }
    }

    private void sayUnset(String name, Interpolation found, Location at) {
        draft.findings().doubt("variable-unset", at, "Variable " + name + " of " + component.id() + " needs "
                + String.join(", ", found.unset()) + " of the shell or of .env; nothing was put there.", "complete its value in env { … }.",
                component);
    }
}
