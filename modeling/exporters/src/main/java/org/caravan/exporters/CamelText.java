package org.caravan.exporters;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adaptation.Adaptation;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Endpoint;
import org.caravan.application.EndpointReference;
import org.caravan.application.Form;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Script;
import org.caravan.infrastructure.FormKind;
import org.caravan.organisation.Organisation;

/**
 * Application as CAMEL 3.0 text: components with images and scripts, sizes, replicas, ports, links, countries, adaptation and organisation.
 * Our importer reads the same content from it.
 *
 * @param text text of a CAMEL model
 * @param left elements that CAMEL cannot express or expresses differently, in the order of the model
 */
public record CamelText(String text, List<String> left) {

    public CamelText {
        left = List.copyOf(left);
    }

    public static CamelText of(ApplicationModel application) {
        return of(application, List.of());
    }

    /** @param organisations known organisations; the application may belong to one of them */
    public static CamelText of(ApplicationModel application, List<Organisation> organisations) {
        Optional<String> owner = application.supplement().organisation();
        return new Writing(application.withResidence(), organisations.stream().filter(one -> owner.equals(Optional.of(one.name())))
                .findFirst()
                .or(() -> owner.map(name -> new Organisation(name, List.of(), List.of())))).written();
    }

    /** Builds one text. */
    private static final class Writing {

        private final ApplicationModel application;
        private final CamelLines text = new CamelLines();
        private final List<String> left = new ArrayList<>();
        private final Optional<Organisation> owner;

        Writing(ApplicationModel application, Optional<Organisation> owner) {
            this.application = application;
            this.owner = owner;
        }

        CamelText written() {
            String name = name(application.name());
            line(0, "camel model " + name + "Model {");
            line(1, "application " + name + (application.version().isEmpty() ? "" : " { version '"
                    + application.version().replace("'", " ") + "' }"));
            line(1, "deployment model Deployment {");
            application.components().forEach(this::software);
            application.components().forEach(this::communications);
            application.components().forEach(this::requirementSet);
            line(1, "}");
            CamelLines needs = new CamelLines();
            application.components().forEach(component -> requirements(component, needs));
            List<CamelLines> models = watched(needs);
            text.model("requirement model Needs", needs);
            places();
            List<String> heads = List.of("metric model Watch", "constraint model Limits", "scalability model Scaling",
                    "security model Controls", "organisation model People");
            for (int i = 0; i < heads.size(); i++) {
                text.model(heads.get(i), models.get(i));
            }
            line(0, "}");
            Unconverted.list(application, left);
            return new CamelText(text.text(), left);
        }

        /** Models of adaptation and organisation; goals, SLOs and security controls go to the requirement model. */
        private List<CamelLines> watched(CamelLines needs) {
            Adaptation adaptation = application.supplement().adaptation();
            CamelValues values = new CamelValues(application, left);
            values.write();
            CamelConditions conditions = new CamelConditions(adaptation, values, left);
            conditions.write();
            CamelRules rules = new CamelRules(conditions, left);
            adaptation.rules().forEach(rules::write);
            CamelControls guards = new CamelControls();
            guards.controls(application);
            owner.ifPresent(organisation -> guards.organisation(organisation, left));
            needs.add(conditions.promises());
            needs.add(guards.needs());
            return List.of(values.lines(), conditions.constraints(), rules.lines(), guards.controls(), guards.people());
        }

        private void software(Component component) {
            String name = name(component.id());
            line(2, "software " + name + " {");
            line(3, "requirements " + name + "Set");
            component.provides().forEach(endpoint -> line(3, "provided communication " + name(endpoint.name()) + " port "
                    + endpoint.port()));
            component.requires().forEach(use -> line(3, "required communication " + link(component, use) + "Port port "
                    + port(use) + " mandatory"));
            if (component.stateful()) {
                line(3, "data source [ Stored." + name + "Data ]");
                line(3, "longLived");
            }
            component.forms().stream().filter(form -> form.kind() == FormKind.CONTAINER).findFirst()
                    .ifPresent(form -> line(3, "container configuration " + name + "Container { image '" + form.image() + "' }"));
            component.forms().stream().flatMap(form -> form.scripts().stream()).findFirst()
                    .ifPresent(scripts -> line(3, "script configuration " + name + "Scripts { "
                            + scripts.install().map(script -> "install " + text(script) + " ").orElse("")
                            + "start " + text(scripts.start()) + scripts.stop().map(script -> " stop " + text(script)).orElse("") + " }"));
            line(2, "}");
        }

        private static String text(Script script) {
            return "'" + script.text().strip().replace("\\", "\\\\").replace("'", "\\'").replace("\r", "").replace("\n", "\\n")
                    .replace("\t", "\\t") + "'";
        }

        private int port(EndpointReference use) {
            return application.component(use.componentId()).provides().stream()
                    .filter(endpoint -> endpoint.name().equals(use.endpointName()))
                    .mapToInt(Endpoint::port).findFirst().orElse(0);
        }

        private String link(Component component, EndpointReference use) {
            return name(component.id()) + "To" + name(use.componentId()) + "_" + name(use.endpointName());
        }

        private void communications(Component component) {
            component.requires().forEach(use -> line(2, "communication " + link(component, use) + " from " + name(component.id()) + "."
                    + link(component, use)
                    + "Port to " + name(use.componentId()) + "." + name(use.endpointName())));
        }

        private void requirementSet(Component component) {
            String name = name(component.id());
            line(2, "requirements " + name + "Set {");
            line(3, "resource Needs." + name + "Size horizontal scale Needs." + name + "Scale"
                    + (countries(component).isEmpty() ? "" : " location Needs." + name + "Place")
                    + CamelControls.of(application, component).map(controls -> " security Needs." + name + "Guard").orElse(""));
            line(2, "}");
        }

        private void requirements(Component component, CamelLines needs) {
            String name = name(component.id());
            Form form = component.forms().get(0);
            needs.line(2, "resource requirement " + name + "Size {");
            needs.line(3, "attribute cores : double " + String.format(Locale.ROOT, "%.3f", form.cpu().value() / 1000.0));
            needs.line(3, "attribute memory : int " + form.memory().value() + " Units.UnitModel.Bytes");
            needs.line(2, "}");
            needs.line(2, "horizontal scale requirement " + name + "Scale [" + component.replicas() + ","
                    + component.scaling().map(scaling -> scaling.most()).orElse(component.replicas()) + "]");
            if (!countries(component).isEmpty()) {
                needs.line(2, "location requirement " + name + "Place [" + countries(component).stream().map(code -> "Places." + code)
                        .collect(Collectors.joining(", ")) + "]");
            }
        }

        private void places() {
            Set<String> all = new TreeSet<>();
            application.components().forEach(component -> all.addAll(countries(component)));
            if (!all.isEmpty()) {
                line(1, "location model Places {");
                all.forEach(code -> line(2, "region " + code + " { name \"" + new Locale("", code).getDisplayCountry(Locale.ENGLISH)
                        + "\" }"));
                line(1, "}");
            }
            List<Component> stores = application.components().stream().filter(Component::stateful).toList();
            if (!stores.isEmpty()) {
                line(1, "data type model Stored {");
                stores.forEach(store -> line(2, "data source " + name(store.id()) + "Data { component Deployment." + name(store.id())
                        + " }"));
                line(1, "}");
            }
        }

        /** Countries allowed by all location requirements of the component. */
        private Set<String> countries(Component component) {
            Set<String> allowed = null;
            for (LocationRequirement location : application.locations()) {
                if (location.componentId().equals(component.id()) && !location.countries().isEmpty()) {
                    allowed = allowed == null ? new TreeSet<>(location.countries()) : allowed;
                    allowed.retainAll(location.countries());
                }
            }
            return allowed == null ? Set.of() : allowed;
        }

        private static String name(String name) {
            return CamelLines.name(name);
        }

        private void line(int depth, String line) {
            text.line(depth, line);
        }
    }
}
