package org.caravan.server.network;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.rest.LeadsTo;
import org.caravan.server.rest.PageWish;
import org.caravan.server.rest.Refusal;
import org.caravan.server.rest.Refuses;
import org.caravan.unit.Bytes;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
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
    private final LookoutVisits lookouts;
    private final Infrastructures infrastructures;

    NetworkController(ProbeRuns runs, Network network, BudgetedFlows budgeted, ProbeSpending spending, LookoutVisits lookouts,
            Infrastructures infrastructures) {
        this.runs = runs;
        this.network = network;
        this.budgeted = budgeted;
        this.spending = spending;
        this.lookouts = lookouts;
        this.infrastructures = infrastructures;
    }

    @Schema(name = "ProbeWish", description = "What to probe.")
    record Wish(
            @Schema(description = "idle: round-trip times only; quick: and a flow in and out of each access point; standard: and more where a peer was the limit; "
                            + "full: and a flow on every path.", example = "standard", allowableValues = {"idle", "quick", "standard", "full"})
                    Optional<String> scope,
            @Schema(description = "How often, 1 to 100; 1 if absent.", example = "1") Optional<Integer> repetitions,
            @Schema(description = "Bytes that probes may take of each access link in 24 hours: idle, and the flows that this affords; instead of a scope.",
                            example = "50000000")
                    Optional<Long> budgetBytes,
            @Schema(description = "Chosen paths and how they are measured; with scope full or idle.") Optional<FlowsWished> flows) {}

    @Schema(name = "ProbeRunBegun", description = "A probe run that was accepted.")
    record Begun(@Schema(description = "Id of the run.") String probeRunId) {}

    @PostMapping("/probes")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Refuses({"409 no-infrastructure", "409 probes-running", "422 bad-repetitions", "422 bad-budget", "422 missing-budget",
            "422 unknown-scope", "422 unknown-path", "422 paths-without-scope", "422 bad-flow-seconds", "422 bad-flows-at-once"})
    @LeadsTo(LeadsTo.PROBE_RUN)
    @Operation(operationId = "probe", summary = "Measure the network",
            description = "One run at a time: 409 with code probes-running while another has not ended.")
    Begun probe(@RequestBody Wish wish) {
        int repetitions = wish.repetitions().orElse(1);
        if (repetitions < 1 || repetitions > MOST_REPETITIONS) {
            throw new Refusal(HttpStatus.UNPROCESSABLE_CONTENT, "bad-repetitions",
                    "The repetitions (" + repetitions + ") are not 1 to " + MOST_REPETITIONS + ".", "leave them out for 1.");
        }
        wish.scope().filter(word -> !word.equals("budget")).ifPresent(NetworkController::scope);
        RunScope scope = wish.budgetBytes().map(bytes -> RunScope.within(budget(bytes)))
                .orElseGet(() -> RunScope.of(scope(wish.scope().orElse("standard"))));
        return new Begun(runs.ask(scope, repetitions, wish.flows().orElse(FlowsWished.ANY)).id());
    }

    @GetMapping("/probes/affordable")
    @Refuses({"409 no-infrastructure", "422 bad-budget"})
    @Operation(operationId = "affordableFlows", summary = "Show what flows a budget affords",
            description = "Before they are sent: expected bytes of each, and what probes took of each access link in the last 24 hours.")
    AffordableFlowsView affordable(
            @Parameter(description = "Bytes of each access link in 24 hours; absent: the budget that is set.", example = "50000000")
                    @RequestParam(name = "budgetBytes", required = false) Optional<Long> budgetBytes) {
        Bytes budget = budgetBytes.map(NetworkController::budget).orElse(budgeted.standing());
        Infrastructure infrastructure = infrastructures.required();
        return AffordableFlowsView.of(budget, budgeted.choice(infrastructure, budget), infrastructure, spending);
    }

    private static Bytes budget(long bytes) {
        if (bytes < 1) {
            throw new Refusal(HttpStatus.UNPROCESSABLE_CONTENT, "bad-budget", "A budget of (" + bytes + ") bytes affords nothing.", "use 50000000.");
        }
        return new Bytes(bytes);
    }

    @GetMapping("/network")
    @Refuses({"409 no-infrastructure", "422 bad-window"})
    @Operation(operationId = "network", summary = "Show what is known of the network",
            description = "Every path between access points of which something is known: what planning goes by, or the figures of a window; sorted, a page at a time.")
    ResponseEntity<List<MeasuredPathView>> network(
            @Parameter(description = "How old samples may be, as a duration (ISO 8601 or 24h, 90m); absent: what planning goes by.", example = "24h")
                    @RequestParam(name = "window", required = false) Optional<String> window,
            @Parameter(description = "Only paths from this site.", example = "bergen") @RequestParam(name = "from") Optional<String> from,
            @Parameter(description = "Only paths to this site.", example = "simula") @RequestParam(name = "to") Optional<String> to,
            PageWish page) {
        return page.of(network.matrix(window).all().values().stream().filter(figures -> is(from, figures.path().from()) && is(to, figures.path().to())).toList(),
                figures -> figures.path().toString(), MeasuredPathView::of);
    }

    private static boolean is(Optional<String> siteId, AccessPoint point) {
        return siteId.isEmpty() || siteId.get().equals(point.siteId());
    }

    @GetMapping("/lookouts")
    @Refuses("409 no-infrastructure")
    @Operation(operationId = "lookouts", summary = "Show what goes on without the server",
            description = "At which machines probing goes on while the server is away, what waits there, and how far their clocks are off; sorted, a page at a time. Empty where the network "
                    + "is not probed all the time.")
    ResponseEntity<List<LookoutView>> lookouts(PageWish page) {
        return page.of(lookouts.views(), LookoutView::machineId);
    }

    @GetMapping("/network/silent")
    @Refuses("409 no-infrastructure")
    @Operation(operationId = "silentPaths", summary = "Show what does not answer",
            description = "Paths on which no probe of the newest run was answered; plans do not use them. Sorted, a page at a time.")
    ResponseEntity<List<String>> silent(PageWish page) {
        return page.of(network.matrix().silent().stream().map(PathId::toString).toList(), path -> path);
    }

    private static ProbeScope scope(String text) {
        try {
            ProbeScope scope = ProbeScope.valueOf(text.toUpperCase(Locale.ROOT));
            if (scope != ProbeScope.BUDGET) {
                return scope;
            }
            throw new Refusal(HttpStatus.UNPROCESSABLE_CONTENT, "missing-budget", "The scope (budget) has no budget.", "set budgetBytes to 50000000.");
        } catch (IllegalArgumentException e) {
            throw new Refusal(HttpStatus.UNPROCESSABLE_CONTENT, "unknown-scope", "There is no probe scope (" + text + ").",
                    "use one of idle, quick, standard, full.");
        }
    }
}
