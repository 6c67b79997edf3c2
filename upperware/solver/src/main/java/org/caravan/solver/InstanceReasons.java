package org.caravan.solver;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.Form;
import org.caravan.infrastructure.Host;
import org.caravan.plan.PlanFigures;
import org.caravan.plan.PlanReport.InstanceReason;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;

/** Says for every tenant why it sits where it does: by trying all its other seats while nobody else moves. */
final class InstanceReasons {

    /** What the score would be, had the tenant another seat. */
    private record Alternative(Seat seat, long soft, Map<Part, Long> parts) {}

    private final PlacementProblem problem;
    private final PlacementTables tables;
    private final ReasonWords words;
    private final LatencyModel latency;
    private final HostFilter filter;
    private final RunningScore score;
    private final long soft;
    private final Map<Part, Long> parts;

    InstanceReasons(PlacementProblem problem, PlacementTables tables, Seating seating, PlanFigures figures) {
        this.problem = problem;
        this.tables = tables;
        this.words = new ReasonWords(problem, tables, seating, figures);
        this.latency = new LatencyModel(problem);
        this.filter = new HostFilter(problem, latency);
        this.score = new RunningScore(tables);
        score.load(seating.seats());
        this.soft = score.soft();
        this.parts = score.parts();
    }

    List<InstanceReason> all() {
        return tables.tenants().stream().map(this::reason).toList();
    }

    private InstanceReason reason(Tenant tenant) {
        int here = score.seatOf(tenant.index());
        List<String> removed = new ArrayList<>();
        for (Host host : problem.infrastructure().hosts()) {
            filter.whyNot(tenant.instance(), host).ifPresent(removed::add);
        }
        Optional<Alternative> runnerUp = Optional.empty();
        for (int seat : tenant.seats()) {
            if (seat != here) {
                score.place(tenant.index(), seat);
                Optional<String> broken = brokenPart();
                broken.ifPresent(removed::add);
                if (broken.isEmpty() && runnerUp.map(Alternative::soft).orElse(Long.MAX_VALUE) > score.soft()) {
                    runnerUp = Optional.of(new Alternative(tables.seats().get(seat), score.soft(), score.parts()));
                }
            }
        }
        score.place(tenant.index(), here);
        return new InstanceReason(
                tenant.instance(),
                tables.seats().get(here).hostId(),
                form(tenant, here) + because(tenant, here, runnerUp),
                runnerUp.map(alternative -> alternative.seat().hostId()).orElse(""),
                runnerUp.map(alternative -> alternative.soft() - soft).orElse(0L),
                Removal.count(removed).stream().map(Removal::toString).toList());
    }

    private Optional<String> brokenPart() {
        Map<Part, Long> tried = score.parts();
        for (Part part : Part.values()) {
            if (part.hard() && tried.get(part) > parts.get(part)) {
                return Optional.of(part.broken());
            }
        }
        return Optional.empty();
    }

    /** Named only where there was a choice. */
    private String form(Tenant tenant, int here) {
        List<Form> forms = tenant.component().forms();
        return forms.size() == 1 ? "" : "as " + forms.get(tenant.formRank(tables.seat(here))).kind() + ": ";
    }

    private String because(Tenant tenant, int here, Optional<Alternative> runnerUp) {
        if (tenant.component().stateful() && tenant.isNow(here)) {
            return "its data is here";
        }
        if (tenant.component().router()) {
            return new RouterReason(problem, latency).of(tenant, tables.seats().get(here), tenant.isNow(here));
        }
        if (runnerUp.isEmpty()) {
            return tenant.seats().length == 1 ? "no other host may take it" : "elsewhere an obligation would be broken";
        }
        Map<Part, Long> lost = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            if (!part.hard()) {
                lost.put(part, runnerUp.get().parts().get(part) - parts.get(part));
            }
        }
        return words.against(tenant, runnerUp.get().seat(), lost);
    }
}
