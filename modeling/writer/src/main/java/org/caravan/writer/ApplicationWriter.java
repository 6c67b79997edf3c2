package org.caravan.writer;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.EntryWay;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.OnFailure;
import org.caravan.application.Readiness;
import org.caravan.application.Request;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.infrastructure.Architecture;

/** Writes an application in the customary order: components, locations, users, requests, SLOs, goals. */
final class ApplicationWriter {

    private final Lines lines;
    private final Remarks remarks;

    ApplicationWriter(Lines lines, Remarks remarks) {
        this.lines = lines;
        this.remarks = remarks;
    }

    void write(ApplicationModel application) {
        lines.comments(remarks.before());
        String version = application.version().isEmpty() ? "" : " version " + Words.quoted(application.version());
        lines.block("application " + Words.name(application.name()) + version, () -> content(application));
    }

    private void content(ApplicationModel application) {
        ApplicationExtrasWriter supplement = new ApplicationExtrasWriter(lines, application.supplement());
        supplement.head();
        application.components().forEach(component -> component(component, supplement));
        section(application.locations(), this::location);
        section(application.separations(), separation -> lines.line("require " + Words.name(separation.componentId()) + " apart by "
                + separation.by()));
        new PlacementRulesWriter(lines, application.supplement().bonds()).couplings();
        section(application.users(), this::users);
        section(application.requests(), this::request);
        section(application.slos(), this::slo);
        section(application.supplement().limits(), limit -> lines.line(
                "limit " + Words.name(limit.id()) + " { cost <= " + limit.most() + " }"));
        section(application.goals(), this::goal);
        supplement.tail();
        if (application.onFailure() != OnFailure.HOLD) {
            lines.blank();
            lines.line("on failure " + application.onFailure());
        }
        if (!remarks.after().isEmpty()) {
            lines.blank();
            lines.comments(remarks.after());
        }
    }

    private <T> void section(List<T> parts, Consumer<T> writer) {
        if (!parts.isEmpty()) {
            lines.blank();
            parts.forEach(writer);
        }
    }

    private void component(Component component, ApplicationExtrasWriter supplement) {
        lines.blank();
        lines.block("component " + Words.name(component.id()) + (component.stateful() ? " stateful" : "") + optional(component), () -> {
            int most = component.scaling().map(scaling -> scaling.most()).orElse(component.replicas());
            if (most > 1) {
                lines.line("replicas " + component.replicas() + (most > component.replicas() ? ".." + most : ""));
            }
            component.scaling().ifPresent(scaling -> lines.line("capacity " + Words.number(scaling.capacity().value()) + " requests/s"));
            component.forms().forEach(this::form);
            component.provides().forEach(endpoint -> lines.line(
                    "provides " + Words.name(endpoint.name()) + " on " + endpoint.port() + "  " + readiness(endpoint.readiness())));
            if (!component.requires().isEmpty()) {
                lines.line("requires " + component.requires().stream()
                        .map(use -> Words.name(use.componentId()) + "." + Words.name(use.endpointName()))
                        .collect(Collectors.joining(", ")));
            }
            supplement.ofComponent(component.id());
            lines.comments(remarks.inComponents().getOrDefault(component.id(), List.of()));
        });
    }

    /** Omits the lowest priority, because it is the default. */
    private static String optional(Component component) {
        return component.optional().map(priority -> " optional" + (priority == 1 ? "" : " priority " + priority)).orElse("");
    }

    private static String readiness(Readiness readiness) {
        return readiness instanceof Readiness.HttpAnswers http
                ? "ready when GET " + Words.quoted(http.path()) + " is " + http.status()
                : "ready when tcp";
    }

    private void form(Form form) {
        lines.block("form " + form.kind(), () -> {
            lines.line("image " + Words.quoted(form.image()) + "  cpu " + Words.number(form.cpu().value() / 1000.0)
                    + form.most().cpu().map(most -> ".." + Words.number(most.value() / 1000.0)).orElse("")
                    + "  memory " + form.memory() + form.most().memory().map(most -> ".." + most).orElse("")
                    + form.disk().map(disk -> "  disk " + disk).orElse("") + form.gpu().map(gpu -> "  gpu " + gpu).orElse("")
                    + form.startup().map(startup -> "  startup " + Words.number(startup.value() / 1_000) + " s").orElse(""));
            if (form.architectures().size() < Architecture.values().length) {
                lines.line("arch " + form.architectures().stream().map(Architecture::toString).collect(Collectors.joining(" | ")));
            }
            form.scripts().ifPresent(this::scripts);
            environment(form.environment());
            if (!form.secrets().isEmpty()) {
                lines.block("secrets", () -> form.secrets().forEach(secret -> lines.line(Words.name(secret.fileName()) + " from "
                        + Words.name(secret.secretName()) + (secret.owner() == 0 ? "" : " owner " + secret.owner()))));
            }
        });
    }

    private void scripts(Scripts scripts) {
        scripts.install().ifPresent(script -> lines.line("install " + words(script)));
        lines.line("start " + words(scripts.start()));
        scripts.stop().ifPresent(script -> lines.line("stop " + words(script)));
    }

    /** Scripts from files are written as file names; their content is in files beside the model. */
    private static String words(Script script) {
        return script.file().map(Words::quoted).orElseGet(() -> "run " + Words.quoted(script.text()));
    }

    private void environment(Map<String, String> variables) {
        if (!variables.isEmpty()) {
            lines.block("env", () ->
                    variables.forEach((name, value) -> lines.line(Words.name(name) + " " + Words.quoted(value))));
        }
    }

    private void location(LocationRequirement location) {
        if (location.siteIds().isEmpty() == location.countries().isEmpty()) {
            throw new IllegalArgumentException(
                    "the language requires component " + location.componentId() + " either at sites or in countries");
        }
        String where = location.siteIds().isEmpty()
                ? " in " + Words.names(location.countries())
                : " at " + Words.names(location.siteIds());
        lines.line("require " + Words.name(location.componentId()) + where);
    }

    private void users(Users users) {
        lines.block("users " + Words.name(users.id()), () -> {
            lines.line("at " + Words.name(users.at().siteId()) + " via " + Words.name(users.at().ispId()) + " " + users.at().family());
            lines.line("rate " + Words.number(users.rate().value()) + " requests/s");
            lines.line("mix " + users.mix().entrySet().stream()
                    .map(share -> Words.name(share.getKey()) + " " + Words.percent(share.getValue()))
                    .collect(Collectors.joining(", ")));
            if (users.entry() != EntryWay.DNS) {
                lines.line("entry by " + users.entry());
            }
        });
    }

    private void request(Request request) {
        lines.block("request " + Words.name(request.id()), () -> {
            if (!request.patterns().isEmpty()) {
                lines.line("when " + request.patterns().stream().map(pattern -> pattern.method() + " " + Words.quoted(pattern.path()))
                        .collect(Collectors.joining(", ")));
            }
            request.hops().forEach(hop -> lines.line(
                    Words.name(hop.from()) + " -> " + Words.name(hop.to()) + "  turns " + hop.turns() + "  bytes " + hop.bytesText()
                            + (hop.reads() ? "  reads" : "")
                            + hop.service().map(time -> "  service-time " + time).orElse("")
                            + (hop.called().async() ? "  async" : "") + (hop.called().parallel() ? "  parallel" : "")
                            + hop.called().cache().map(ApplicationWriter::cache).orElse("")));
        });
    }

    private static String cache(Hop.Cache cache) {
        return "  cached " + Words.percent(cache.hits())
                + cache.stale().map(age -> " stale " + Words.number(age.value() / 1_000) + " s").orElse("");
    }

    private void slo(Slo slo) {
        lines.line("slo " + Words.name(slo.id()) + " { p" + Words.number(slo.percentile()) + " latency of "
                + Words.name(slo.requestId()) + " < " + Words.number(slo.limit().value()) + " ms }");
    }

    private void goal(Goal goal) {
        lines.line("minimise " + (goal instanceof Goal.MinimiseLatency latency ? "latency of " + Words.name(latency.requestId())
                : goal.subject()) + (goal.weight() == 1 ? "" : " weight " + Words.number(goal.weight())));
    }
}
