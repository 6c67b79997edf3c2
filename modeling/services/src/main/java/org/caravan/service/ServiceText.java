package org.caravan.service;

import java.util.List;
import java.util.stream.Collectors;
import org.caravan.service.ServiceRequest.UserGroup;

/** Writes the model of a service with the reasons of its values, because people change it. */
final class ServiceText {

    private ServiceText() {}

    static String secret(ServiceRequest request) {
        return request.name() + "-password";
    }

    /** Waiting or running pieces of work per copy, above which one more is added. */
    private static final String LONG_BACKLOG = "20";
    /** Below it, one is removed: half of two copies, so that one alone has time for all work. */
    private static final String SHORT_BACKLOG = "0.5";

    /** @param image name of the image of the upload */
    static String of(ServiceRequest request, ServiceComponent component, String image, List<String> architectures) {
        StringBuilder text = new StringBuilder();
        String name = request.name();
        text.append("// ").append(component.summary().replaceAll("[\\r\\n]", " ")).append(".\n");
        text.append("// Written by `caravan service create`. After a change: caravan deploy ").append(name).append(".caravan\n");
        text.append("application ").append(name).append(" version \"1\" {\n\n");
        component(text, request, component, image, architectures);
        component.lead().ifPresent(lead -> lead(text, request, component, lead, image, architectures));
        component.broker().ifPresent(broker -> broker(text, request, broker, image, architectures));
        component.coordinator().ifPresent(coordinator -> coordinator(text, coordinator, image, architectures));
        if (!request.sites().isEmpty()) {
            String at = " at " + String.join(", ", request.sites()) + '\n';
            text.append("  require ").append(request.kind()).append(at);
            component.additional().ifPresent(additional -> text.append("  require ").append(additional.name()).append(at));
            text.append('\n');
        }
        if (!component.stateful()) {
            scaling(text, request, component);
        }
        users(text, request, component);
        text.append("  minimise cost\n  on failure undo\n}\n");
        return text.toString();
    }

    private static void component(StringBuilder text, ServiceRequest request, ServiceComponent component, String image,
            List<String> architectures) {
        text.append("  component ").append(request.kind()).append(component.stateful() ? " stateful" : "").append(" {\n");
        text.append("    // ").append(component.capacityReason()).append('\n');
        if (!component.stateful()) {
            text.append("    replicas 1..3  capacity ").append(component.capacity()).append(" requests/s\n");
        }
        form(text, component.form(), image, architectures);
        if (component.secrets()) {
            text.append("      secrets { password from ").append(secret(request)).append(" }\n");
        }
        text.append("    }\n    provides ").append(component.endpoint()).append(" on ").append(component.port()).append("  ready when ")
                .append(component.readyPath().map(path -> "GET \"" + path + "\" is 200").orElse("tcp")).append('\n');
        component.broker().ifPresent(broker -> text.append("    requires ").append(broker.name()).append('.')
                .append(broker.endpoint()).append('\n'));
        component.coordinator().ifPresent(coordinator -> {
            text.append("    // Copies also reach each other.\n    requires ");
            coordinator.endpoints().keySet().forEach(endpoint -> text.append(coordinator.name()).append('.').append(endpoint)
                    .append(", "));
            text.append(request.kind()).append('.').append(component.endpoint()).append('\n');
        });
        text.append("    // Of a full line, at least 1 Mbit/s, and twice the part of a copy without these words.\n"
                + "    bandwidth { share 2  min 1 Mbit/s }\n  }\n\n");
    }

    private static void form(StringBuilder text, ServiceComponent.Form form, String image, List<String> architectures) {
        text.append("    // ").append(form.remark()).append('\n');
        text.append("    form container {\n      image \"")
                .append(form.image().orElse(image)).append("\"  cpu ").append(form.cpu())
                .append("  memory ").append(form.memory()).append("  disk ").append(form.disk()).append("\n      arch ")
                .append(String.join(" | ", architectures)).append('\n');
        if (!form.environment().isEmpty()) {
            text.append(form.environment().entrySet().stream().map(variable -> variable.getKey() + " \"" + variable.getValue() + "\"")
                    .collect(Collectors.joining("  ", "      env { ", " }\n")));
        }
    }

    private static void lead(StringBuilder text, ServiceRequest request, ServiceComponent component, ServiceComponent.Lead lead,
            String image, List<String> architectures) {
        text.append("  component ").append(lead.name()).append(" {\n");
        form(text, lead.form(), image, architectures);
        text.append("    }\n    provides lead on ").append(lead.port()).append("  ready when tcp\n    requires ").append(request.kind())
                .append('.').append(component.endpoint()).append("\n  }\n\n");
    }

    private static void broker(StringBuilder text, ServiceRequest request, ServiceComponent.Broker broker, String image,
            List<String> architectures) {
        text.append("  component ").append(broker.name()).append(" stateful {\n");
        form(text, broker.form(), image, architectures);
        text.append("      secrets { password from ").append(secret(request)).append(" }\n    }\n    provides ").append(broker.endpoint())
                .append(" on ").append(broker.port()).append("  ready when tcp\n  }\n\n");
    }

    private static void coordinator(StringBuilder text, ServiceComponent.Coordinator coordinator, String image,
            List<String> architectures) {
        text.append("  component ").append(coordinator.name()).append(" stateful {\n");
        form(text, coordinator.form(), image, architectures);
        text.append("    }\n    provides rest on ").append(coordinator.port()).append("  ready when GET \"").append(coordinator.readyPath())
                .append("\" is 200\n");
        coordinator.endpoints().forEach((endpoint, port) -> text.append("    provides ").append(endpoint).append(" on ").append(port)
                .append("  ready when tcp\n"));
        text.append("  }\n\n");
    }

    /** Users of a component that answers over HTTP enter by a router, which counts requests and lets a removed replica finish its own. */
    private static boolean routed(ServiceRequest request, ServiceComponent component) {
        return !request.users().isEmpty() && !component.stateful() && component.readyPath().isPresent() && component.broker().isEmpty();
    }

    /** The pauses let a new copy take its part of the load before the next decision. */
    private static void scaling(StringBuilder text, ServiceRequest request, ServiceComponent component) {
        String name = request.kind().toString();
        boolean routed = routed(request, component);
        boolean queued = component.broker().isPresent();
        String cause = queued ? "while tasks wait" : component.coordinator().isPresent() ? "while the busiest part of the job rarely waits"
                : "while the processors are busy" + (routed ? ", or requests exceed 80 % of the capacity" : "");
        text.append("  // Within the replicas above: one more ").append(cause).append(";\n  // one less after five quiet minutes.\n");
        if (!queued) {
            text.append("  metric load { sensor ")
                    .append(component.coordinator().map(coordinator -> '"' + coordinator.busy() + '"').orElse("cpu")).append(" of ")
                    .append(name).append("  every 10 s  window 30 s by mean")
                    .append(component.coordinator().isPresent() ? "  unit %" : "").append(" }\n");
        }
        text.append("  variable copies is replicas of ").append(name).append('\n');
        if (routed) {
            String call = component.request().name();
            text.append("  metric sent { sensor rate of ").append(call).append("  every 10 s  window 30 s by mean }\n")
                    .append("  metric each { formula sent / copies }\n");
        }
        component.broker().ifPresent(broker -> text.append("  // Tasks that wait or run, of all copies and of each.\n")
                .append("  metric backlog { sensor \"").append(broker.backlog()).append("\" of ").append(broker.name())
                .append("  every 10 s  window 30 s by mean  unit requests }\n  metric each { formula backlog / copies }\n"));
        String high = component.capacity() * 8 / 10 + " requests/s";
        // Below half of the upper threshold, one copy fewer does not exceed it.
        String low = component.capacity() * 3 / 10 + " requests/s";
        // Tasks that run count as well, so a farm needs no processor usage, of which an idle worker has a high share of its few cores.
        String more = queued ? "each > " + LONG_BACKLOG + " requests" : "load > 75 %" + (routed ? " or each > " + high : "");
        String less = queued ? "each < " + SHORT_BACKLOG + " requests" : "load < 20 %" + (routed ? " and each < " + low : "");
        text.append("  constraint busy { ").append(more).append(" }\n  constraint quiet { ").append(less).append(" }\n")
                .append("  rule grow { when busy  for 20 s  then scale out ").append(name).append(" by 1  pause 1 min }\n")
                .append("  rule shrink { when quiet  for 5 min  then scale in ").append(name).append(" by 1  pause 5 min }\n\n");
    }

    private static String called(ServiceRequest request, ServiceComponent component) {
        return component.additional().filter(additional -> !(additional instanceof ServiceComponent.Coordinator))
                .map(ServiceComponent.Additional::name).orElseGet(() -> request.kind().toString());
    }

    private static void users(StringBuilder text, ServiceRequest request, ServiceComponent component) {
        ServiceComponent.Request one = component.request();
        for (UserGroup group : request.users()) {
            text.append("  users ").append(group.site()).append(" { at ").append(group.site()).append(" via ").append(group.isp())
                    .append(' ').append(group.family()).append("  rate ").append(group.rate()).append(" requests/s  mix ")
                    .append(one.name())
                    .append(" 100 %").append(routed(request, component) ? "  entry by router" : "").append(" }\n");
        }
        if (!request.users().isEmpty()) {
            text.append("  // Assumptions: `caravan turns read` measures turns, bytes and service time of your requests.\n  request ")
                    .append(one.name()).append(" { ").append(one.pattern().isEmpty() ? "" : one.pattern() + "  ").append("users -> ")
                    .append(called(request, component)).append("  ").append(one.hop());
            component.lead().ifPresent(lead -> text.append("  ").append(lead.name()).append(" -> ").append(request.kind()).append("  ")
                    .append(lead.hop()));
            text.append(" }\n\n");
            text.append("  minimise latency of ").append(one.name()).append(" weight 3\n");
            if (!component.stateful()) {
                text.append("  // A replica counts as 3.3 ms of latency: the rules add replicas, not waits of a few milliseconds.\n"
                        + "  maximise 0 - copies weight 10\n");
            }
        }
    }
}
