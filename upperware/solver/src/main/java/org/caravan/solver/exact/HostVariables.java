package org.caravan.solver.exact;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.caravan.solver.candidates.HostSymmetry;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QuotaLeft;

/** Host variables of an exact solver: placement on hosts and at sites, and open hosts, with their capacities and costs. */
final class HostVariables {

    private final IntegerProgram program;
    private final CompiledProblem tables;
    private final int[] begin;
    private final DomainIndex index;
    /** By instance and host; {@link IntegerProgram#NONE} if infeasible. */
    private final int[][] on;
    /** By instance and site; {@link IntegerProgram#NONE} if infeasible. */
    private final int[][] at;
    /** By host; {@link IntegerProgram#NONE} if nothing depends on whether it is in use. */
    private final int[] open;

    /** @param begin start placement; all instances are unplaced if there is none */
    HostVariables(IntegerProgram program, CompiledProblem tables, int[] begin) {
        this.program = program;
        this.tables = tables;
        this.begin = begin;
        this.index = new DomainIndex(tables);
        this.on = new int[tables.tenants().size()][tables.hosts()];
        this.at = new int[tables.tenants().size()][tables.sites()];
        this.open = new int[tables.hosts()];
    }

    void add() {
        Arrays.fill(open, IntegerProgram.NONE);
        for (int tenant = 0; tenant < on.length; tenant++) {
            Arrays.fill(on[tenant], IntegerProgram.NONE);
            Arrays.fill(at[tenant], IntegerProgram.NONE);
        }
        tables.tenants().forEach(this::add);
        for (int host = 0; host < tables.hosts(); host++) {
            add(tables.seat(host));
        }
        new HostSymmetry(tables).all().forEach(this::addOrder);
        for (int site = 0; site < tables.sites(); site++) {
            addAddresses(site);
        }
        for (QuotaLeft left : tables.considered().quotas()) {
            bound(left, left.cpu(), seat -> seat.terms().rented().cpu());
            bound(left, left.memory(), seat -> seat.terms().rented().memory());
            bound(left, left.hosts(), seat -> 1);
        }
    }

    /** {@link IntegerProgram#NONE} if the host is infeasible. */
    int on(int tenant, int seat) {
        return on[tenant][seat];
    }

    /** {@link IntegerProgram#NONE} if no host of the site is feasible. */
    int at(int tenant, int site) {
        return at[tenant][site];
    }

    int[] hostsAt(int tenant, int site) {
        return index.at(tenant, site);
    }

    /** Adds the cost of open hosts that counts towards the limit, in cents per month, times a factor. */
    void addMoney(IntegerProgram.Sum money, long factor) {
        for (int host = 0; host < open.length; host++) {
            if (there(open[host])) {
                money.add(open[host], factor * tables.seat(host).terms().money());
            }
        }
    }

    private void add(PlacedInstance tenant) {
        int t = tenant.index();
        boolean terms = tables.considered().any();
        for (int site = 0; site < tables.sites(); site++) {
            IntegerProgram.Sum here = new IntegerProgram.Sum();
            int hosts = 0;
            boolean isHere = false;
            for (int host : index.at(t, site)) {
                Position seat = tables.seat(host);
                if (tenant.brokenAt(seat) == 0) {
                    on[t][host] = program.variable(begin[t] == host);
                    here.add(on[t][host], 1);
                    program.cost().add(on[t][host], tenant.moveCents(seat) + (terms ? tenant.power(seat) + tenant.startup(seat) : 0));
                    at[t][site] = on[t][host];
                    hosts++;
                    isHere |= begin[t] == host;
                }
            }
            if (hosts > 1) {
                at[t][site] = program.variable(isHere);
                program.equal(here, at[t][site]);
            }
        }
        program.clause(IntegerProgram.Kind.EXACTLY_ONE, Arrays.stream(at[t]).filter(HostVariables::there).toArray());
    }

    private static boolean there(int variable) {
        return variable != IntegerProgram.NONE;
    }

    private void add(Position seat) {
        int host = seat.index();
        List<PlacedInstance> takes = tables.tenants().stream().filter(tenant -> there(on[tenant.index()][host])).toList();
        boolean counts = seat.cents() != 0 || tables.considered().any() && (seat.terms().money() != 0 || seat.terms().rented().bounded());
        if (takes.isEmpty()) {
            return;
        }
        if (counts) {
            open[host] = program.variable(Arrays.stream(begin).anyMatch(used -> used == host));
            takes.forEach(tenant -> program.implies(on[tenant.index()][host], open[host]));
            program.cost().add(open[host], seat.cents());
        }
        addRoom(takes, seat, seat.cpuFree(), tenant -> tenant.cpu(seat));
        addRoom(takes, seat, seat.memoryFree(), tenant -> tenant.memory(seat));
        if (tables.considered().disk()) {
            addRoom(takes, seat, seat.terms().diskFree(), tenant -> tenant.disk(seat));
        }
    }

    private void addRoom(List<PlacedInstance> takes, Position seat, long free, ToLongFunction<PlacedInstance> demand) {
        // If all fit together, no constraint is needed; an unlimited capacity would overflow the sum.
        if (takes.stream().mapToLong(demand).sum() <= free) {
            return;
        }
        IntegerProgram.Sum sum = new IntegerProgram.Sum();
        takes.forEach(tenant -> sum.add(on[tenant.index()][seat.index()], demand.applyAsLong(tenant)));
        if (there(open[seat.index()]) && free > 0) {
            // Equivalent to the constraint without the open variable, but with a tighter linear relaxation.
            program.atMost(sum.add(open[seat.index()], -free), 0);
        } else {
            program.atMost(sum, free);
        }
    }

    private void addOrder(int[] hosts) {
        for (int i = 1; i < hosts.length; i++) {
            if (there(open[hosts[i]])) {
                program.implies(open[hosts[i]], open[hosts[i - 1]]);
            }
        }
    }

    private void addAddresses(int site) {
        IntegerProgram.Sum taken = new IntegerProgram.Sum();
        int most = 0;
        for (PlacedInstance tenant : tables.tenants()) {
            if (there(at[tenant.index()][site])) {
                taken.add(at[tenant.index()][site], 1);
                most++;
                Position now = tenant.now() < 0 ? null : tables.seat(tenant.now());
                if (now != null && now.site() == site && there(on[tenant.index()][now.index()]) && !tenant.needsSlot(now)) {
                    taken.add(on[tenant.index()][now.index()], -1);
                }
            }
        }
        if (most > tables.slotsFree()[site]) {
            program.atMost(taken, tables.slotsFree()[site]);
        }
    }

    /** @param left {@link Long#MAX_VALUE} if not limited; negative if other applications exceed the quota */
    private void bound(QuotaLeft quota, long left, ToLongFunction<Position> taken) {
        if (left == Long.MAX_VALUE) {
            return;
        }
        IntegerProgram.Sum sum = new IntegerProgram.Sum();
        for (int host = 0; host < open.length; host++) {
            if (there(open[host]) && tables.seat(host).terms().rented().quota() == quota.index()) {
                sum.add(open[host], taken.applyAsLong(tables.seat(host)));
            }
        }
        program.atMost(sum, Math.max(0, left));
    }
}
