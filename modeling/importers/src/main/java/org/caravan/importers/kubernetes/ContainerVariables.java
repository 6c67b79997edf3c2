package org.caravan.importers.kubernetes;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.yaml.YamlNode;

/** Converts the variables of a container: literal values and values from ConfigMaps; variables from Secrets become named secrets. */
final class ContainerVariables {

    private final Draft draft;
    private final DraftComponent component;
    private final Configuration configuration;
    private final Map<String, YamlNode> plain = new LinkedHashMap<>();

    ContainerVariables(Draft draft, DraftComponent component, Configuration configuration) {
        this.draft = draft;
        this.component = component;
        this.configuration = configuration;
    }

    void read(YamlNode container) {
        container.get("envFrom").ifPresent(sources -> sources.items().forEach(this::all));
        container.get("env").ifPresent(variables -> variables.items().forEach(this::one));
    }

    /** Literal values by variable. */
    Map<String, YamlNode> plain() {
        return plain;
    }

    private void one(YamlNode variable) {
        String name = variable.text("name");
        Optional<YamlNode> from = variable.get("valueFrom");
        if (from.isEmpty()) {
            variable.get("value").ifPresentOrElse(value -> add(name, value), () -> draft.variable(component, name, "", variable.at()));
            return;
        }
        Optional<YamlNode> secret = from.get().get("secretKeyRef");
        Optional<YamlNode> map = from.get().get("configMapKeyRef");
        if (secret.isPresent()) {
            draft.secretVariable(component, name, secret.get().text("name") + "-" + secret.get().text("key"), variable.at());
        } else if (map.isPresent()) {
            YamlNode value = configuration.map(map.get().text("name")).get(map.get().text("key"));
            if (value == null) {
                dangling(variable, "ConfigMap " + map.get().text("name") + " with key " + map.get().text("key"));
            } else {
                add(name, value);
            }
        } else {
            draft.findings().notCarried(variable.at(), "variable " + name + " from what the cluster knows", "write a value into env { … }.",
                    component);
        }
    }

    private void all(YamlNode source) {
        String prefix = source.text("prefix");
        source.get("configMapRef").map(reference -> reference.text("name")).ifPresent(name -> {
            configuration.map(name).forEach((key, value) -> add(prefix + key, value));
            if (!configuration.hasMap(name)) {
                dangling(source, "ConfigMap " + name);
            }
        });
        source.get("secretRef").map(reference -> reference.text("name")).ifPresent(name -> {
            configuration.secretKeys(name).forEach(key -> draft.secretVariable(component, prefix + key, name + "-" + key, source.at()));
            if (!configuration.hasSecret(name)) {
                dangling(source, "Secret " + name);
            }
        });
    }

    private void add(String name, YamlNode value) {
        draft.variable(component, name, value.text(), value.at());
        plain.put(name, value);
    }

    private void dangling(YamlNode at, String what) {
        draft.findings().doubt("dangling-reference", at.at(), component.id() + " takes variables from " + what
                + ", which is in none of the files.",
                "import that file with this one, or write its values into env { … } and secrets { … }.", component);
    }
}
