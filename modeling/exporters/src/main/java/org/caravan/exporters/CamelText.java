package org.caravan.exporters;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Endpoint;
import org.caravan.application.EndpointReference;
import org.caravan.application.Form;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Script;
import org.caravan.infrastructure.FormKind;

/**
 * An application as text of CAMEL 3.0: components, their images and scripts, sizes, numbers, ports, links and countries. Our importer reads the same from it.
 *
 * @param text of a CAMEL model
 * @param left what CAMEL has no words for, or others than ours, in the order of the model
 */
public record CamelText(String text, List<String> left) {

    public CamelText {
        left = List.copyOf(left);
    }

    public static CamelText of(ApplicationModel application) {
        return new Writing(application.withResidence()).written();
    }

    /** One text while it grows. */
    private static final class Writing {

        private final ApplicationModel application;
        private final StringBuilder text = new StringBuilder();
        private final List<String> left = new ArrayList<>();

        Writing(ApplicationModel application) {
            this.application = application;
        }

        CamelText written() {
            String name = name(application.name());
            line(0, "camel model " + name + "Model {");
            line(1, "application " + name + (application.version().isEmpty() ? "" : " { version '" + application.version().replace("'", " ") + "' }"));
            line(1, "deployment model Deployment {");
            application.components().forEach(this::software);
            application.components().forEach(this::communications);
            application.components().forEach(this::requirementSet);
            line(1, "}");
            line(1, "requirement model Needs {");
            application.components().forEach(this::requirements);
            line(1, "}");
            places();
            line(0, "}");
            Leftover.list(application, left);
            return new CamelText(text.toString(), left);
        }

        private void software(Component component) {
            String name = name(component.id());
            line(2, "software " + name + " {");
            line(3, "requirements " + name + "Set");
            component.provides().forEach(endpoint -> line(3, "provided communication " + name(endpoint.name()) + " port " + endpoint.port()));
            component.requires().forEach(use -> line(3, "required communication " + link(component, use) + "Port port "
                    + port(use) + " mandatory"));
            if (component.stateful()) {
                line(3, "data source [ Stored." + name + "Data ]");
                line(3, "longLived");
            }
            component.forms().stream().filter(form -> form.kind() == FormKind.CONTAINER).findFirst()
                    .ifPresent(form -> line(3, "container configuration " + name + "Container { image '" + form.image() + "' }"));
            component.forms().stream().flatMap(form -> form.scripts().stream()).findFirst()
                    .ifPresent(scripts -> line(3, "script configuration " + name + "Scripts { " + scripts.install().map(script -> "install " + text(script) + " ").orElse("")
                            + "start " + text(scripts.start()) + scripts.stop().map(script -> " stop " + text(script)).orElse("") + " }"));
            line(2, "}");
        }

        private static String text(Script script) {
            return "'" + script.text().strip().replace("\\", "\\\\").replace("'", "\\'").replace("\r", "").replace("\n", "\\n").replace("\t", "\\t") + "'";
        }

        private int port(EndpointReference use) {
            return application.component(use.componentId()).provides().stream().filter(endpoint -> endpoint.name().equals(use.endpointName()))
                    .mapToInt(Endpoint::port).findFirst().orElse(0);
        }

        private String link(Component component, EndpointReference use) {
            return name(component.id()) + "To" + name(use.componentId()) + "_" + name(use.endpointName());
        }

        private void communications(Component component) {
            component.requires().forEach(use -> line(2, "communication " + link(component, use) + " from " + name(component.id()) + "." + link(component, use)
                    + "Port to " + name(use.componentId()) + "." + name(use.endpointName())));
        }

        private void requirementSet(Component component) {
            String name = name(component.id());
            line(2, "requirements " + name + "Set {");
            line(3, "resource Needs." + name + "Size horizontal scale Needs." + name + "Scale"
                    + (countries(component).isEmpty() ? "" : " location Needs." + name + "Place"));
            line(2, "}");
        }

        private void requirements(Component component) {
            String name = name(component.id());
            Form form = component.forms().get(0);
            line(2, "resource requirement " + name + "Size {");
            line(3, "attribute cores : double " + String.format(Locale.ROOT, "%.3f", form.cpu().value() / 1000.0));
            line(3, "attribute memory : int " + form.memory().value() + " Units.UnitModel.Bytes");
            line(2, "}");
            line(2, "horizontal scale requirement " + name + "Scale [" + component.replicas() + ","
                    + component.scaling().map(scaling -> scaling.most()).orElse(component.replicas()) + "]");
            if (!countries(component).isEmpty()) {
                line(2, "location requirement " + name + "Place [" + countries(component).stream().map(code -> "Places." + code).collect(Collectors.joining(", ")) + "]");
            }
        }

        private void places() {
            Set<String> all = new TreeSet<>();
            application.components().forEach(component -> all.addAll(countries(component)));
            if (!all.isEmpty()) {
                line(1, "location model Places {");
                all.forEach(code -> line(2, "region " + code + " { name \"" + new Locale("", code).getDisplayCountry(Locale.ENGLISH) + "\" }"));
                line(1, "}");
            }
            List<Component> stores = application.components().stream().filter(Component::stateful).toList();
            if (!stores.isEmpty()) {
                line(1, "data type model Stored {");
                stores.forEach(store -> line(2, "data source " + name(store.id()) + "Data { component Deployment." + name(store.id()) + " }"));
                line(1, "}");
            }
        }

        /** Those that all its requirements allow. */
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

        /** CAMEL's names have no dashes. */
        private static String name(String name) {
            return name.replace('-', '_');
        }

        private void line(int depth, String line) {
            text.append("\t".repeat(depth)).append(line).append('\n');
        }
    }
}
