package org.caravan.problem;

import org.caravan.adaptation.Adaptation;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.application.Component;
import org.caravan.application.ControlRequirement;
import org.caravan.application.EntryWay;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.application.PlacementRules;
import org.caravan.application.ReadChoice;
import org.caravan.application.ReadReplicas;

/** Part of a problem's text on the application. */
final class ApplicationText {

    private ApplicationText() {}

    static void append(StringBuilder text, ApplicationModel application) {
        text.append("application ").append(application.name()).append(" version ").append(application.version())
                .append('\n');
        application.components().forEach(component -> appendComponent(text, component));
        application.locations().forEach(location -> text.append("require ").append(location.componentId())
                .append(" at sites ").append(location.siteIds()).append(" in countries ").append(location.countries())
                .append('\n'));
        application.separations().forEach(separation -> text.append("require ").append(separation.componentId())
                .append(" apart by ").append(separation.by()).append('\n'));
        appendPlacementRules(text, application.supplement().bonds());
        appendControls(text, application);
        application.users().forEach(users -> {
            text.append("users ").append(users.id()).append(" at ").append(users.at()).append(" rate ")
                    .append(users.rate()).append(users.entry() == EntryWay.DNS ? "" : " entry by " + users.entry()).append('\n');
            users.mix().forEach((requestId, share) ->
                    text.append("  mix ").append(requestId).append(' ').append(share).append('\n'));
        });
        application.requests().forEach(request -> {
            text.append("request ").append(request.id()).append('\n');
            request.patterns().forEach(pattern -> text.append("  when ").append(pattern).append('\n'));
            request.hops().forEach(hop -> text.append("  ").append(hop.from()).append(" -> ").append(hop.to())
                    .append(" turns ").append(hop.turns()).append(" bytes ").append(hop.bytesText()).append(hop.reads() ? " reads" : "")
                    .append(hop.service().map(time -> " service-time " + time).orElse(""))
                    .append(hop.called().async() ? " async" : "").append(hop.called().parallel() ? " parallel" : "")
                    .append(hop.called().cache().map(cache -> " cached " + cache.hits()
                            + cache.stale().map(age -> " stale " + age).orElse("")).orElse("")).append('\n'));
        });
        application.slos().forEach(slo -> text.append("slo ").append(slo.id()).append(" p").append(slo.percentile())
                .append(" latency of ").append(slo.requestId()).append(" < ").append(slo.limit().value())
                .append(" ms\n"));
        application.supplement().limits().forEach(limit -> text.append(limit).append('\n'));
        application.goals().stream().map(ApplicationText::goal).sorted().forEach(text::append);
        Adaptation adaptation = application.supplement().adaptation();
        if (!adaptation.utilities().isEmpty()) {
            adaptation.utilities().forEach(utility -> text.append("maximise ").append(utility.formula()).append(" weight ")
                    .append(utility.weight()).append('\n'));
            adaptation.variables().forEach(variable -> text.append(variable).append('\n'));
            adaptation.metrics().forEach(metric -> text.append(metric).append('\n'));
        }
    }

    private static void appendComponent(StringBuilder text, Component component) {
        text.append("component ").append(component.id()).append(component.stateful() ? " stateful" : "")
                .append(component.optional().map(priority -> " optional priority " + priority).orElse(""))
                .append(component.replicas() > 1 ? " replicas " + component.replicas() : "")
                .append(component.scaling().map(scaling -> " up to " + scaling.most() + " of " + scaling.capacity()).orElse(""))
                .append('\n');
        component.forms().forEach(form -> appendForm(text, form));
        component.provides().forEach(endpoint -> text.append("  provides ").append(endpoint.name()).append(" on ")
                .append(endpoint.port()).append(' ').append(endpoint.readiness()).append('\n'));
        component.requires().forEach(required -> text.append("  requires ").append(required).append('\n'));
    }

    private static void appendForm(StringBuilder text, Form form) {
        text.append("  ").append(form.kind()).append(" image ").append(form.image()).append(" cpu ").append(form.cpu())
                .append(" memory ").append(form.memory()).append(" arch ").append(form.architectures())
                .append(form.disk().map(disk -> " disk " + disk).orElse(""))
                .append(form.startup().map(startup -> " startup " + startup).orElse(""))
                .append(form.gpu().map(gpu -> " gpu " + gpu).orElse("")).append('\n');
        form.most().canonicalText().lines().forEach(line -> text.append("  ").append(line).append('\n'));
        form.environment().forEach((name, value) ->
                text.append("  env ").append(name).append('=').append(value).append('\n'));
        form.scripts().ifPresent(scripts -> scripts.canonicalText().lines().forEach(line -> text.append("  ").append(line).append('\n')));
        form.secrets().forEach(secret -> text.append("  secret ").append(secret).append('\n'));
    }

    private static String goal(Goal goal) {
        return "minimise " + goal.subject() + " weight " + goal.weight() + "\n";
    }

    private static void appendPlacementRules(StringBuilder text, PlacementRules bonds) {
        bonds.couplings().forEach(coupling -> text.append(coupling.text()).append('\n'));
        bonds.bandwidths().forEach((componentId, bandwidth) -> appendBandwidth(text, componentId, bandwidth));
        bonds.chosen().forEach((copy, bandwidth) -> appendBandwidth(text, copy, bandwidth));
    }

    private static void appendBandwidth(StringBuilder text, String name, Bandwidth bandwidth) {
        text.append("bandwidth of ").append(name).append(" share ").append(bandwidth.share()).append(" min ")
                .append(bandwidth.min().value()).append(bandwidth.max().map(most -> " max " + most.value()).orElse(""))
                .append(" bit/s\n");
    }

    private static void appendControls(StringBuilder text, ApplicationModel application) {
        ReadReplicas.open(application).forEach(id -> text.append("read replicas of ").append(id).append(" up to ")
                .append(ReadReplicas.choices(application).get(id).stream().mapToInt(ReadChoice::replicas).max().orElse(0)).append('\n'));
        for (Component component : application.components()) {
            ControlRequirement asked = ControlRequirement.of(application, component.id());
            asked.controls().forEach(control -> text.append("control ").append(control).append(" of ").append(component.id()).append('\n'));
            asked.handles().ifPresent(handled -> text.append(component.id()).append(" handles ").append(handled).append(" data\n"));
        }
    }
}
