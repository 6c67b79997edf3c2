package org.caravan.solver.report;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.Form;
import org.caravan.plan.PlanReport.InstanceReason;
import org.caravan.plan.figure.ElsewhereFigures;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.HostFilter;
import org.caravan.solver.build.HostRemovals;
import org.caravan.solver.build.Removal;
import org.caravan.solver.candidates.OtherSeats;
import org.caravan.solver.candidates.OtherSeats.Alternative;
import org.caravan.solver.model.Part;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Tenant;
import org.caravan.solver.score.RunningScore;
import org.caravan.solver.score.Seating;

/** Explains the placement of each instance by evaluating all its other hosts while all other instances stay. */
public final class InstanceReasons {

    private final PlacementProblem problem;
    private final PlacementTables tables;
    private final ReasonWords words;
    private final LatencyModel latency;
    private final HostRemovals removals;
    private final RunningScore score;
    private final OtherSeats others;

    public InstanceReasons(PlacementProblem problem, PlacementTables tables, Seating seating, ElsewhereFigures elsewhere) {
        this.problem = problem;
        this.tables = tables;
        this.words = new ReasonWords(problem, tables, seating, elsewhere);
        this.latency = new LatencyModel(problem);
        this.removals = new HostRemovals(new HostFilter(problem, latency), problem.infrastructure().hosts());
        this.score = new RunningScore(tables);
        score.load(seating.seats());
        this.others = new OtherSeats(tables, score);
    }

    public List<InstanceReason> all() {
        return tables.tenants().stream().map(this::reason).toList();
    }

    private InstanceReason reason(Tenant tenant) {
        int here = score.seatOf(tenant.index());
        OtherSeats.Outlook outlook = others.of(tenant);
        Map<String, Long> removed = new HashMap<>(removals.of(tenant));
        outlook.broken().forEach((obligation, hosts) -> removed.merge(obligation, hosts, Long::sum));
        Optional<Alternative> runnerUp = outlook.best();
        return new InstanceReason(
                tenant.instance(),
                tables.seats().get(here).hostId(),
                form(tenant, here) + because(tenant, here, runnerUp),
                runnerUp.map(alternative -> alternative.seat().hostId()).orElse(""),
                runnerUp.map(alternative -> alternative.soft() - score.soft()).orElse(0L),
                Removal.of(removed).stream().map(Removal::toString).toList());
    }

    /** The form is named only if the component has several. */
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
                lost.put(part, runnerUp.get().parts().get(part) - others.parts().get(part));
            }
        }
        return words.against(tenant, runnerUp.get().seat(), lost);
    }
}
