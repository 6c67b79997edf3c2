package org.caravan.server.rehearsal;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.api.adaptation.RehearsalOrder;
import org.caravan.application.ApplicationModel;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.dsl.ParsedModels;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.Target;
import org.caravan.execution.journal.TargetRecord;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.measure.metric.RequestStore;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.PlanReport;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.server.MessageSettings;
import org.caravan.server.Settings;
import org.caravan.server.decision.DecisionHistory;
import org.caravan.server.decision.OwnerChoices;
import org.caravan.server.model.Models;
import org.caravan.server.planning.PlanningState;
import org.caravan.server.planning.ProblemSource;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Collects the input of a rehearsal from the stores, once: afterwards, a rehearsal reads nothing. */
@Component
class RehearsalScenes {

    /** Time of a deployment of a few copies whose images are on the hosts. */
    private static final Duration DEPLOYMENT = Duration.ofSeconds(15);

    private final Models models;
    private final RunStore runs;
    private final ReadingStore readings;
    private final RequestStore requests;
    private final DecisionHistory decisions;
    private final OwnerChoices choices;
    private final ProblemSource problems;
    private final Settings settings;
    private final Clock clock;

    RehearsalScenes(Models models, RunStore runs, ReadingStore readings, RequestStore requests, DecisionHistory decisions,
            OwnerChoices choices, ProblemSource problems, Settings settings, Clock clock) {
        this.models = models;
        this.runs = runs;
        this.readings = readings;
        this.requests = requests;
        this.decisions = decisions;
        this.choices = choices;
        this.problems = problems;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * @param other the same with today's rules, if others are rehearsed
     * @param happened decisions of the server in the period, if that is what the rehearsal is compared with
     */
    record Prepared(Scene scene, Optional<Scene> other, Optional<List<DecisionView>> happened, List<String> notes, boolean chart) {

        String comparedWith() {
            return other.isPresent() ? "today's rules" : "what happened";
        }
    }

    Prepared prepared(String application, RehearsalOrder order) {
        models.required(application);
        if (order.from().isEmpty() && order.load().isEmpty()) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "period-invalid", "A rehearsal needs a period or a load.",
                    "use --from 7d, or --load FILE.");
        }
        ApplicationModel today = models.accepted(application).orElseThrow();
        ApplicationModel rehearsed = order.rules().filter(files -> !files.isEmpty())
                .map(files -> ruled(today, files)).orElse(today);
        Instant now = clock.instant();
        boolean recorded = order.from().isPresent();
        Instant from = order.from().map(text -> RehearsalPeriod.begin(text, now)).orElse(now);
        Optional<GivenLoad.Read> load = order.load().map(text -> GivenLoad.of(text, rehearsed, from));
        Instant until = recorded ? now : load.orElseThrow().end();
        if (!from.isBefore(until)) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "load-invalid", "The load ends when it begins: all lines are at "
                    + from + ".", "add a line that ends it: 1h,users,1.");
        }
        NavigableMap<Instant, DeploymentPlan> placed = recorded ? placed(application, from, until) : new TreeMap<>();
        Target current = runs.target(application).filter(target -> !target.plan().instances().isEmpty())
                .orElseThrow(() -> notDeployed(application, "It is not deployed."));
        DeploymentPlan begin = recorded ? placed.firstEntry().getValue() : current.plan();
        Optional<PlanReport> report = begin.digest().equals(current.plan().digest()) ? current.report() : Optional.empty();
        List<DecisionView> happened = recorded ? decisions.of(application, from, until) : List.of();
        PlanningState state = problems.state(application).settled(rehearsed);
        Function<ApplicationModel, Scene> scene = model -> {
            Observed past = recorded ? RecordedPast.of(model, from, until, readings, requests, happened) : Observed.NOTHING;
            return new Scene(model, begin, report, state, load.map(read -> past.replacedBy(read.observed())).orElse(past), placed, from,
                    until, terms(application));
        };
        Scene first = scene.apply(rehearsed);
        checked(first);
        Optional<Scene> other = rehearsed == today ? Optional.empty() : Optional.of(scene.apply(today));
        return new Prepared(first, other, recorded && load.isEmpty() && other.isEmpty() ? Optional.of(happened) : Optional.empty(),
                notes(application, rehearsed, recorded), order.chart().orElse(false));
    }

    /** Unknown hosts, paths and prices are found before the rehearsal begins. */
    private static void checked(Scene scene) {
        scene.observed().hosts().keySet().stream().filter(host -> scene.state().infrastructure().hosts().stream()
                .noneMatch(known -> known.id().equals(host))).findFirst().filter(host -> scene.observed().supposed()).ifPresent(host -> {
                    throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "load-invalid", "The infrastructure has no host (" + host
                            + ").", "use one of " + scene.state().infrastructure().hosts().stream().map(one -> one.id()).sorted().limit(5)
                                    .collect(Collectors.joining(", ")) + ".");
                });
        refuseGone(scene);
        new Account(scene).seconds(scene.until(), scene.target(), "");
    }

    /** Figures of a placement need its hosts. */
    private static void refuseGone(Scene scene) {
        Set<String> known = scene.state().infrastructure().hosts().stream().map(host -> host.id()).collect(Collectors.toSet());
        scene.state().inventory().hosts().forEach(host -> known.add(host.hostId()));
        Stream.concat(Stream.of(scene.target()), scene.placed().values().stream()).flatMap(plan -> plan.instances().stream())
                .map(InstancePlacement::hostId).filter(host -> !known.contains(host)).findFirst().ifPresent(host -> {
                    throw ProblemException.conflict("host-gone", "Copies ran on host (" + host
                            + "), which the infrastructure does not have any more.", "begin later: --from 1h.");
                });
    }

    private Scene.Terms terms(String application) {
        MessageSettings messages = settings.messages();
        Map<ActionKind, Autonomy> autonomy = Arrays.stream(ActionKind.values())
                .collect(Collectors.toMap(kind -> kind, kind -> choices.autonomy(application, kind)));
        return new Scene.Terms(settings.adaptation(), settings.rules(), settings.polled(), autonomy, Optional.empty(),
                settings.measuredRates(), DEPLOYMENT, address -> messages.allows(URI.create(address)) ? Optional.empty()
                        : Optional.of("Messages to " + URI.create(address).getHost() + " are not allowed."));
    }

    private NavigableMap<Instant, DeploymentPlan> placed(String application, Instant from, Instant until) {
        NavigableMap<Instant, DeploymentPlan> placed = new TreeMap<>();
        for (TargetRecord target : runs.adoptions(application)) {
            if (target.since().isBefore(until)) {
                runs.plan(target.planId()).ifPresent(plan -> placed.putIfAbsent(target.since(), plan));
                if (!target.since().isAfter(from)) {
                    break;
                }
            }
        }
        Instant first = placed.isEmpty() ? until : placed.firstKey();
        if (first.isAfter(from) || placed.firstEntry().getValue().instances().isEmpty()) {
            throw notDeployed(application, "It was not deployed at " + from + ".");
        }
        return placed;
    }

    private static ProblemException notDeployed(String application, String why) {
        return ProblemException.conflict("not-deployed", "Application (" + application + ") cannot be rehearsed: " + why,
                "begin later, or deploy it first: caravan deploy " + application + ".");
    }

    /** A model of the same components, whose rules are rehearsed. */
    private ApplicationModel ruled(ApplicationModel today, Map<String, String> files) {
        ParsedModels parsed = models.check(files);
        if (parsed.hasErrors()) {
            throw new RejectedInput(parsed.diagnostics().stream().filter(found -> found.severity() == Diagnostic.Severity.ERROR).toList());
        }
        ApplicationModel model = parsed.applications().stream().filter(one -> one.name().equals(today.name())).findFirst()
                .orElseThrow(() -> unfit("The rules have no model of application (" + today.name() + ").",
                        "begin the file with: application "
                        + today.name() + " {"));
        if (!ids(model).equals(ids(today))) {
            throw unfit("The model with the rules has the components " + ids(model) + ", but the application has " + ids(today) + ".",
                    "change only metrics, constraints, rules and promises.");
        }
        return model;
    }

    private static Set<String> ids(ApplicationModel model) {
        return model.components().stream().map(component -> component.id()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static ProblemException unfit(String what, String way) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "rules-unfit", what, way);
    }

    private List<String> notes(String application, ApplicationModel model, boolean recorded) {
        List<String> notes = new ArrayList<>();
        if (!settings.adaptation().used() || !settings.modelRulesUsed()) {
            notes.add("the settings of this server turn adaptation or the rules of models off.");
        }
        if (choices.freeze(application).isPresent()) {
            notes.add("the application is frozen now; the rehearsal does as if it were not.");
        }
        if (recorded) {
            notes.add("recorded values hold for a minute; hosts, paths and prices that no load gives are those of now.");
        }
        if (model.supplement().adaptation().metrics().stream().anyMatch(metric -> metric.external())) {
            notes.add("sensors that the application provides are not rehearsed.");
        }
        if (!model.supplement().adaptation().forecasts().isEmpty()) {
            notes.add("forecasts are unknown in a rehearsal: rules that need them do nothing.");
        }
        return notes;
    }
}
