package org.caravan.solver;

import com.google.ortools.Loader;
import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverSolutionCallback;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * The same problem for CP-SAT of OR-tools: who sits on which host, at which site, and for each link which pair of sites it
 * joins and whether on one host. All constraints and goals of the planner but for addresses, which never are scarce here, and
 * replicas, of which the generator makes none. One worker, as the planner has one thread, and a limit of CPU time, as for it; what
 * it finds is scored by the planner's score.
 */
final class BenchCpSat {

    private final PlacementTables tables;
    private final BenchTrace trace;
    private final CpModel model = new CpModel();
    private final LinearExprBuilder cost = LinearExpr.newBuilder();
    /** By tenant and seat; null where it may not sit. */
    private final BoolVar[][] on;
    private final BoolVar[][] at;
    private final LinearExprBuilder[] journeys;
    private int otherwise;

    BenchCpSat(PlacementTables tables, BenchTrace trace) {
        Loader.loadNativeLibraries();
        this.tables = tables;
        this.trace = trace;
        this.on = new BoolVar[tables.tenants().size()][tables.hosts()];
        this.at = new BoolVar[tables.tenants().size()][tables.sites()];
        this.journeys = new LinearExprBuilder[tables.journeys().size()];
        Arrays.setAll(journeys, unused -> LinearExpr.newBuilder());
    }

    void solve(double seconds) {
        tables.tenants().forEach(this::addTenant);
        for (int host = 0; host < tables.hosts(); host++) {
            addHost(tables.seat(host));
        }
        tables.links().forEach(this::addLink);
        for (Journey journey : tables.journeys()) {
            model.addLessOrEqual(journeys[journey.index()], Math.round(journey.slo().limit().value() * 1_000) - 1);
        }
        model.minimize(cost);
        CpSolver solver = new CpSolver();
        solver.getParameters().setNumWorkers(1);
        Thread watch = new Thread(() -> stop(solver, seconds), "cp-sat-limit");
        watch.setDaemon(true);
        watch.start();
        CpSolverStatus status = solver.solve(model, new CpSolverSolutionCallback() {
            @Override
            public void onSolutionCallback() {
                scored(seats(this::booleanValue), Math.round(objectiveValue()));
            }
        });
        watch.interrupt();
        trace.note(status + ", bound " + Math.round(solver.bestObjectiveBound()) + (otherwise > 0 ? "; " + otherwise + " scored otherwise than it says" : ""));
    }

    /** Its worker is the calling thread, whose CPU time no limit of its own knows. */
    private void stop(CpSolver solver, double seconds) {
        try {
            while (trace.seconds() < seconds) {
                Thread.sleep(10);
            }
            while (true) {
                // Before it has begun to solve it does not hear.
                solver.stopSearch();
                Thread.sleep(100);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int[] seats(Predicate<BoolVar> chosen) {
        return tables.tenants().stream()
                .mapToInt(tenant -> Arrays.stream(tenant.seats()).filter(seat -> chosen.test(on[tenant.index()][seat])).findFirst().orElseThrow())
                .toArray();
    }

    private void scored(int[] seats, long objective) {
        Seating seating = Seating.of(tables, seats);
        otherwise += seating.whole() && seating.soft() == objective ? 0 : 1;
        trace.reached(seating.hard(), seating.soft());
    }

    private void addTenant(Tenant tenant) {
        int t = tenant.index();
        LinearExprBuilder[] sites = new LinearExprBuilder[tables.sites()];
        for (int seat : tenant.seats()) {
            int site = tables.seat(seat).site();
            on[t][seat] = model.newBoolVar("");
            sites[site] = sites[site] == null ? LinearExpr.newBuilder() : sites[site];
            sites[site].add(on[t][seat]);
            cost.addTerm(on[t][seat], tenant.moveCents(tables.seat(seat)));
        }
        LinearExprBuilder somewhere = LinearExpr.newBuilder();
        for (int site = 0; site < sites.length; site++) {
            if (sites[site] != null) {
                at[t][site] = model.newBoolVar("");
                model.addEquality(sites[site], at[t][site]);
                somewhere.add(at[t][site]);
            }
        }
        model.addEquality(somewhere, 1);
    }

    private void addHost(Seat seat) {
        BoolVar open = model.newBoolVar("");
        LinearExprBuilder cpu = LinearExpr.newBuilder();
        LinearExprBuilder memory = LinearExpr.newBuilder();
        for (Tenant tenant : tables.tenants()) {
            BoolVar sits = on[tenant.index()][seat.index()];
            if (sits != null) {
                cpu.addTerm(sits, tenant.cpu(seat));
                memory.addTerm(sits, tenant.memory(seat));
                model.addImplication(sits, open);
            }
        }
        model.addLessOrEqual(cpu, seat.cpuFree());
        model.addLessOrEqual(memory, seat.memoryFree());
        cost.addTerm(open, seat.cents());
    }

    private void addLink(LinkTable link) {
        int tenants = tables.tenants().size();
        for (int b = 0; b < tables.sites(); b++) {
            if (at[link.to()][b] != null && link.from() >= tenants) {
                addRelation(link, at[link.to()][b], tables.ways().ofUsers(link.from() - tenants, b), 1);
            }
        }
        if (link.from() < tenants) {
            addPairs(link);
            addOnOneHost(link);
        }
    }

    private void addPairs(LinkTable link) {
        LinearExprBuilder[] rows = new LinearExprBuilder[tables.sites()];
        LinearExprBuilder[] columns = new LinearExprBuilder[tables.sites()];
        Arrays.setAll(rows, unused -> LinearExpr.newBuilder());
        Arrays.setAll(columns, unused -> LinearExpr.newBuilder());
        for (int a = 0; a < rows.length; a++) {
            for (int b = 0; b < rows.length; b++) {
                if (at[link.from()][a] != null && at[link.to()][b] != null) {
                    BoolVar both = model.newBoolVar("");
                    rows[a].add(both);
                    columns[b].add(both);
                    addRelation(link, both, tables.ways().apart(a, b), 1);
                }
            }
        }
        for (int site = 0; site < rows.length; site++) {
            equal(rows[site], at[link.from()][site]);
            equal(columns[site], at[link.to()][site]);
        }
    }

    private void equal(LinearExprBuilder sum, BoolVar there) {
        if (there != null) {
            model.addEquality(sum, there);
        }
    }

    /** On one host a link is nearer than within the site: takes back the difference. */
    private void addOnOneHost(LinkTable link) {
        for (int host = 0; host < tables.hosts(); host++) {
            if (on[link.from()][host] != null && on[link.to()][host] != null) {
                BoolVar together = model.newBoolVar("");
                model.addImplication(together, on[link.from()][host]);
                model.addImplication(together, on[link.to()][host]);
                int site = tables.seat(host).site();
                addRelation(link, together, tables.ways().apart(site, site), -1);
                addRelation(link, together, tables.ways().onOneHost(site), 1);
            }
        }
    }

    private void addRelation(LinkTable link, BoolVar related, int relation, int sign) {
        if (!link.reachable(relation)) {
            model.addEquality(related, 0);
            return;
        }
        cost.addTerm(related, sign * link.cents(relation));
        for (JourneyHop hop : tables.hopsOf()[link.index()]) {
            journeys[hop.journey().index()].addTerm(related, sign * hop.micros(relation));
        }
    }
}
