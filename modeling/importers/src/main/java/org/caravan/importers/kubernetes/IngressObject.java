package org.caravan.importers.kubernetes;

import java.util.Optional;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.yaml.YamlNode;

/** Converts an Ingress to entry points of users; host names and certificates are not part of a model. */
final class IngressObject {

    private final Draft draft;
    private final YamlNode ingress;

    IngressObject(Draft draft, YamlNode ingress) {
        this.draft = draft;
        this.ingress = ingress;
    }

    void read() {
        ingress.get("spec", "defaultBackend").ifPresent(this::backend);
        ingress.get("spec", "rules").ifPresent(rules -> rules.items().forEach(rule -> rule.get("http", "paths")
                .ifPresent(paths -> paths.items().forEach(path -> path.get("backend").ifPresent(this::backend)))));
        ingress.get("spec").ifPresent(spec -> spec.unasked((key, value) -> draft.findings()
                .notCarried(value.at(), key + " of Ingress " + Manifests.name(ingress),
                key.equals("tls") ? "let the component or a proxy before it speak TLS."
                : "because users enter by the component that their requests begin with")));
        draft.findings().notCarried(ingress.at(), "Ingress " + Manifests.name(ingress),
                "because users enter by the component that their requests begin with");
    }

    private void backend(YamlNode backend) {
        Optional<String> name = backend.get("service", "name").map(YamlNode::text).or(() -> backend.get("serviceName").map(YamlNode::text));
        name.flatMap(draft::find).ifPresent(component -> component.entry());
    }
}
