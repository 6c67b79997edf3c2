package org.caravan.exporters;

import java.util.List;
import java.util.stream.Collectors;
import org.caravan.adaptation.ActionLimits;
import org.caravan.application.ApplicationExtras;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Hop;
import org.caravan.application.Readiness;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;

/** Lists all parts of an application that its CAMEL text does not contain, so that nothing is dropped silently. */
final class Unconverted {

    private Unconverted() {}

    static void list(ApplicationModel application, List<String> left) {
        application.components().forEach(component -> of(component, left));
        application.locations().stream().filter(location -> !location.siteIds().isEmpty())
                .forEach(location -> left.add("require " + location.componentId() + " at " + String.join(", ", location.siteIds())));
        application.supplement().bonds().couplings().forEach(coupling -> left.add(coupling.text()));
        application.supplement().bonds().bandwidths().keySet().forEach(id -> left.add("bandwidth of component " + id));
        application.separations().forEach(separation -> left.add("require " + separation.componentId() + " apart by " + separation.by()));
        application.users().forEach(users -> left.add("users " + users.id()));
        application.requests().forEach(request -> left.add("request " + request.id()
                + (request.hops().stream().anyMatch(Hop::reads) ? ", and which of its hops only read" : "")
                + (request.hops().stream().anyMatch(hop -> hop.p95Bytes().isPresent()) ? ", and how the bytes of its hops vary" : "")
                + (request.hops().stream().anyMatch(hop -> hop.service().isPresent()) ? ", and the service-time of its hops" : "")
                + (request.hops().stream().anyMatch(hop -> !hop.called().equals(Hop.Call.PLAIN))
                ? ", and which of its hops are async, parallel or cached"
                        : "")
                + (request.patterns().isEmpty() ? "" : ", and how it is recognised")));
        application.slos().forEach(slo -> left.add("slo " + slo.id()));
        if (!application.goals().isEmpty()) {
            left.add("its objectives");
        }
        application.supplement().limits().forEach(limit -> left.add("limit " + limit.id()));
        if (application.supplement().robustness().isPresent()) {
            left.add("robustness");
        }
        supplement(application.supplement(), left);
        List<String> renamed = application.components().stream().map(Component::id).filter(id -> id.contains("-")).toList();
        if (!renamed.isEmpty()) {
            left.add("dashes in names, which are underscores there: " + String.join(", ", renamed));
        }
    }

    private static void supplement(ApplicationExtras said, List<String> left) {
        said.data().forEach(data -> left.add("data " + data.id() + ", except where it may be stored and by which component"));
        said.readable().forEach(id -> left.add("replica readable of component " + id));
        if (!said.adaptation().limitsOfActions().equals(ActionLimits.NONE)) {
            left.add("limits of automatic actions");
        }
        said.adaptation().forecasts().forEach(forecast -> left.add("forecast of " + forecast.requestId()));
        if (!said.annotations().isEmpty()) {
            left.add("annotations");
        }
        said.componentAnnotations().keySet().forEach(id -> left.add("annotations of component " + id));
    }

    private static void of(Component component, List<String> left) {
        String whose = " of component " + component.id();
        component.forms().stream().skip(1).filter(form -> form.kind() == FormKind.MICROVM)
                .forEach(form -> left.add("form " + form.kind() + whose));
        component.forms().stream().filter(form -> form.kind() == FormKind.VM)
                .forEach(form -> left.add("image " + form.image() + " of the machine" + whose));
        component.forms().stream().filter(form -> form.kind() == FormKind.CONTAINER).skip(1)
                .forEach(form -> left.add("form container of image " + form.image() + whose));
        if (component.forms().stream().filter(form -> form.kind() != FormKind.MICROVM).count() > 1) {
            left.add("which form" + whose + " is preferred");
        }
        Form form = component.forms().get(0);
        if (form.kind() == FormKind.MICROVM) {
            left.add("that the first form" + whose + " is a microvm");
        }
        if (form.architectures().size() < Architecture.values().length) {
            left.add("arch" + whose);
        }
        if (!form.environment().isEmpty()) {
            left.add("env" + whose + ": " + form.environment().keySet().stream().collect(Collectors.joining(", ")));
        }
        if (!form.secrets().isEmpty()) {
            left.add("secrets" + whose);
        }
        if (form.ceiling().isPresent()) {
            left.add("the most of cpu and memory" + whose);
        }
        if (form.disk().isPresent()) {
            left.add("disk" + whose);
        }
        if (form.gpu().isPresent()) {
            left.add("gpu" + whose);
        }
        if (form.startup().isPresent()) {
            left.add("startup" + whose);
        }
        component.optional().ifPresent(priority -> left.add("that component " + component.id() + " is optional, priority " + priority));
        if (component.scaling().isPresent()) {
            left.add("capacity" + whose);
        }
        component.provides().stream().filter(endpoint -> endpoint.readiness() instanceof Readiness.HttpAnswers)
                .forEach(endpoint -> left.add("when endpoint " + endpoint.name() + whose + " is ready"));
    }
}
