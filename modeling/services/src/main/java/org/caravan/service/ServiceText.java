package org.caravan.service;

import java.util.List;
import java.util.stream.Collectors;
import org.caravan.service.ServiceRequest.UserGroup;

/** Writes the model of a service with the reasons of its values, because people change it. */
final class ServiceText {

    private ServiceText() {}

    static String image(ServiceRequest request) {
        return "service/" + request.name();
    }

    static String secret(ServiceRequest request) {
        return request.name() + "-password";
    }

    static String of(ServiceRequest request, ServiceComponent component, List<String> architectures) {
        StringBuilder text = new StringBuilder();
        String name = request.name();
        text.append("// ").append(component.summary().replaceAll("[\\r\\n]", " ")).append(".\n");
        text.append("// Written by `caravan service create`. After a change: caravan deploy ").append(name).append(".caravan\n");
        text.append("application ").append(name).append(" version \"1\" {\n\n");
        component(text, request, component, architectures);
        if (!request.sites().isEmpty()) {
            text.append("  require ").append(request.kind()).append(" at ").append(String.join(", ", request.sites())).append("\n\n");
        }
        if (!component.stateful()) {
            scaling(text, request.kind().toString());
        }
        users(text, request, component);
        text.append("  minimise cost\n  on failure undo\n}\n");
        return text.toString();
    }

    private static void component(StringBuilder text, ServiceRequest request, ServiceComponent component, List<String> architectures) {
        text.append("  component ").append(request.kind()).append(component.stateful() ? " stateful" : "").append(" {\n");
        text.append("    // ").append(component.capacityReason()).append('\n');
        if (!component.stateful()) {
            text.append("    replicas 1..3  capacity ").append(component.capacity()).append(" requests/s\n");
        }
        ServiceComponent.Form form = component.form();
        text.append("    // ").append(form.remark()).append('\n');
        text.append("    form container {\n      image \"").append(image(request)).append("\"  cpu ").append(form.cpu()).append("  memory ")
                .append(form.memory()).append("  disk ").append(form.disk()).append("\n      arch ")
                .append(String.join(" | ", architectures)).append('\n');
        if (!form.environment().isEmpty()) {
            text.append(form.environment().entrySet().stream().map(variable -> variable.getKey() + " \"" + variable.getValue() + "\"")
                    .collect(Collectors.joining("  ", "      env { ", " }\n")));
        }
        if (component.secrets()) {
            text.append("      secrets { password from ").append(secret(request)).append(" }\n");
        }
        text.append("    }\n    provides ").append(component.endpoint()).append(" on ").append(component.port()).append("  ready when ")
                .append(component.readyPath().map(path -> "GET \"" + path + "\" is 200").orElse("tcp")).append('\n');
        text.append("    // Of a full line, at least 1 Mbit/s, and twice the part of a copy without these words.\n"
                + "    bandwidth { share 2  min 1 Mbit/s }\n  }\n\n");
    }

    /** The pauses let a new copy take its part of the load before the next decision. */
    private static void scaling(StringBuilder text, String component) {
        text.append("  // Within the replicas above: one more while the processors are busy, one less after ten quiet minutes.\n")
                .append("  metric load { sensor cpu of ").append(component).append("  every 10 s  window 60 s by mean }\n")
                .append("  constraint busy { load > 75 % }\n  constraint quiet { load < 20 % }\n")
                .append("  rule grow { when busy  for 1 min  then scale out ").append(component).append(" by 1  pause 3 min }\n")
                .append("  rule shrink { when quiet  for 10 min  then scale in ").append(component).append(" by 1  pause 10 min }\n\n");
    }

    private static void users(StringBuilder text, ServiceRequest request, ServiceComponent component) {
        ServiceComponent.Request one = component.request();
        for (UserGroup group : request.users()) {
            text.append("  users ").append(group.site()).append(" { at ").append(group.site()).append(" via ").append(group.isp())
                    .append(' ').append(group.family()).append("  rate ").append(group.rate()).append(" requests/s  mix ")
                    .append(one.name())
                    .append(" 100 % }\n");
        }
        if (!request.users().isEmpty()) {
            text.append("  // Assumptions: `caravan turns read` measures turns, bytes and service time of your requests.\n  request ")
                    .append(one.name()).append(" { ").append(one.pattern().isEmpty() ? "" : one.pattern() + "  ").append("users -> ")
                    .append(request.kind()).append("  ").append(one.hop()).append(" }\n\n");
            text.append("  minimise latency of ").append(one.name()).append(" weight 3\n");
        }
    }
}
