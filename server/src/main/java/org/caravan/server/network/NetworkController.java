package org.caravan.server.network;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.api.network.AffordableFlowsView;
import org.caravan.api.network.MeasuredPathView;
import org.caravan.api.network.ProbeAgentView;
import org.caravan.api.network.ProbeFlows;
import org.caravan.api.network.ProbeOrder;
import org.caravan.api.network.ProbeRunBegun;
import org.caravan.api.network.StandingProbesView;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.LocationHeader;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.page.PageRequest;
import org.caravan.unit.Bytes;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "network")
class NetworkController {

    private static final int MOST_REPETITIONS = 100;

    private final ProbeRuns runs;
    private final Network network;
    private final BudgetedFlows budgeted;
    private final ProbeSpending spending;
    private final AgentSynchronisation probeAgents;
    private final StandingIdle idle;
    private final Infrastructures infrastructures;

    NetworkController(ProbeRuns runs, Network network, BudgetedFlows budgeted, ProbeSpending spending, AgentSynchronisation probeAgents,
            StandingIdle idle, Infrastructures infrastructures) {
        this.runs = runs;
        this.network = network;
        this.budgeted = budgeted;
        this.spending = spending;
        this.probeAgents = probeAgents;
        this.idle = idle;
        this.infrastructures = infrastructures;
    }

    @PostMapping("/probes")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ErrorResponses({"409 no-infrastructure", "409 probes-running", "422 bad-repetitions", "422 bad-budget", "422 missing-budget",
            "422 unknown-scope", "422 unknown-path", "422 paths-without-scope", "422 bad-flow-seconds", "422 bad-flows-at-once"})
    @LocationHeader(LocationHeader.PROBE_RUN)
    @Operation(operationId = "probe", summary = "Measure the network",
            description = "Only one run at a time: answers 409 with code probes-running if another requested run has not ended. A standing "
                    + "run is cancelled.")
    ProbeRunBegun probe(@RequestBody ProbeOrder wish) {
        int repetitions = wish.repetitions().orElse(1);
        if (repetitions < 1 || repetitions > MOST_REPETITIONS) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "bad-repetitions",
                    "The repetitions (" + repetitions + ") are not 1 to " + MOST_REPETITIONS + ".", "leave them out for 1.");
        }
        wish.scope().filter(word -> !word.equals("budget")).ifPresent(NetworkController::scope);
        RunScope scope = wish.budgetBytes().map(bytes -> RunScope.within(budget(bytes)))
                .orElseGet(() -> RunScope.of(scope(wish.scope().orElse("standard"))));
        return new ProbeRunBegun(runs.ask(scope, repetitions, wish.flows().orElse(ProbeFlows.ANY)).id());
    }

    @GetMapping("/probes/affordable")
    @ErrorResponses({"409 no-infrastructure", "422 bad-budget"})
    @Operation(operationId = "affordableFlows", summary = "Show the flows that fit into a budget",
            description = "Shows the expected bytes of each flow before it is sent, and the usage of each access link by probes in the "
                    + "last 24 hours.")
    AffordableFlowsView affordable(
            @Parameter(description = "Budget of each access link in 24 hours, in bytes (default: the configured budget).",
                    example = "50000000")
                    @RequestParam(name = "budgetBytes", required = false) Optional<Long> budgetBytes) {
        Bytes budget = budgetBytes.map(NetworkController::budget).orElse(budgeted.standing());
        Infrastructure infrastructure = infrastructures.required();
        return NetworkViews.affordable(budget, budgeted.choice(infrastructure, budget), infrastructure, spending);
    }

    private static Bytes budget(long bytes) {
        if (bytes < 1) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "bad-budget", "A budget of (" + bytes + ") bytes affords nothing.",
                    "use 50000000.");
        }
        return new Bytes(bytes);
    }

    @GetMapping("/network")
    @ErrorResponses({"409 no-infrastructure", "422 bad-window"})
    @Operation(operationId = "network", summary = "Show the measured network",
            description = "Lists every path between access points with data: the values that planning uses, or the values of a window; "
                    + "sorted and paged.")
    ResponseEntity<List<MeasuredPathView>> network(
            @Parameter(description = "Maximum age of samples, as a duration (ISO 8601 or 24h, 90m) (default: as in planning).",
                    example = "24h")
                    @RequestParam(name = "window", required = false) Optional<String> window,
            @Parameter(description = "Only paths from this site.", example = "bergen") @RequestParam(name = "from") Optional<String> from,
            @Parameter(description = "Only paths to this site.", example = "simula") @RequestParam(name = "to") Optional<String> to,
            PageRequest page) {
        return page.of(network.matrix(window).all().values().stream().filter(figures -> is(from, figures.path().from())
                && is(to, figures.path().to())).toList(),
                figures -> figures.path().toString(), NetworkViews::path);
    }

    private static boolean is(Optional<String> siteId, AccessPoint point) {
        return siteId.isEmpty() || siteId.get().equals(point.siteId());
    }

    @GetMapping("/lookouts")
    @ErrorResponses("409 no-infrastructure")
    @Operation(operationId = "lookouts", summary = "List machines that probe without the server",
            description = "Lists the machines that continue to probe while the server is unreachable, with their stored results and "
                    + "clock offsets; sorted and paged. Empty if continuous probing is disabled.")
    ResponseEntity<List<ProbeAgentView>> probeAgents(PageRequest page) {
        return page.of(probeAgents.views(), ProbeAgentView::machineId);
    }

    @GetMapping("/network/probes")
    @ErrorResponses("409 no-infrastructure")
    @Operation(operationId = "standingProbes", summary = "Show the standing idle probes",
            description = "Shows for each access link the measured paths, their intervals, the bytes of the last 24 hours and the budget, "
                    + "the next measurement, and what is skipped.")
    StandingProbesView standingProbes() {
        return idle.view(infrastructures.required());
    }

    @GetMapping("/network/silent")
    @ErrorResponses("409 no-infrastructure")
    @Operation(operationId = "silentPaths", summary = "List silent paths",
            description = "Lists paths on which no probe of the latest run was answered; plans do not use them. Sorted and paged.")
    ResponseEntity<List<String>> silent(PageRequest page) {
        return page.of(network.matrix().silent().stream().map(PathId::toString).toList(), path -> path);
    }

    private static ProbeScope scope(String text) {
        try {
            ProbeScope scope = ProbeScope.valueOf(text.toUpperCase(Locale.ROOT));
            if (scope != ProbeScope.BUDGET) {
                return scope;
            }
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "missing-budget", "The scope (budget) has no budget.",
                    "set budgetBytes to 50000000.");
        } catch (IllegalArgumentException e) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "unknown-scope", "There is no probe scope (" + text + ").",
                    "use one of idle, trains, quick, standard, full.");
        }
    }
}
