package org.caravan.problem;

import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.ControlRequirement;
import org.caravan.application.ReadChoice;
import org.caravan.application.ReadReplicas;
import org.caravan.infrastructure.Site;

/** Part of a problem's text on required controls, data sensitivity, read replicas and controls of hosts. */
final class GuardingText {

    private GuardingText() {}

    static void append(StringBuilder text, ApplicationModel application) {
        ReadReplicas.open(application).forEach(id -> text.append("read replicas of ").append(id).append(" up to ")
                .append(ReadReplicas.choices(application).get(id).stream().mapToInt(ReadChoice::replicas).max().orElse(0)).append('\n'));
        for (Component component : application.components()) {
            ControlRequirement asked = ControlRequirement.of(application, component.id());
            asked.controls().forEach(control -> text.append("control ").append(control).append(" of ").append(component.id()).append('\n'));
            asked.handles().ifPresent(handled -> text.append(component.id()).append(" handles ").append(handled).append(" data\n"));
        }
    }

    static void append(StringBuilder text, Site site) {
        site.guards().forEach((provider, guard) -> text.append("  guard of ").append(provider).append(' ').append(guard).append('\n'));
    }
}
