package org.caravan.solver;

import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import com.google.ortools.sat.Literal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Of a model for CP-SAT: who sits on which host, at which site, and which hosts are open, with what each of these takes and costs by itself. */
final class CpSatSeats {

    private final CpModel model;
    private final PlacementTables tables;
    private final LinearExprBuilder cost;
    private final SeatIndex index;
    /** By tenant and seat; null where it may not sit. */
    private final BoolVar[][] on;
    /** By tenant and site; null likewise. */
    private final Literal[][] at;
    /** By host; null where nothing depends on whether it is in use. */
    private final BoolVar[] open;

    /** @param cost of which it is told what seats cost */
    CpSatSeats(CpModel model, PlacementTables tables, LinearExprBuilder cost) {
        this.model = model;
        this.tables = tables;
        this.cost = cost;
        this.index = new SeatIndex(tables);
        this.on = new BoolVar[tables.tenants().size()][tables.hosts()];
        this.at = new Literal[tables.tenants().size()][tables.sites()];
        this.open = new BoolVar[tables.hosts()];
    }

    void add() {
        tables.tenants().forEach(this::add);
        for (int host = 0; host < tables.hosts(); host++) {
            add(tables.seat(host));
        }
        new Interchangeable(tables).all().forEach(this::addOrder);
        for (int site = 0; site < tables.sites(); site++) {
            addAddresses(site);
        }
        for (QuotaLeft left : tables.considered().quotas()) {
            bound(left, left.cpu(), seat -> seat.terms().rented().cpu());
            bound(left, left.memory(), seat -> seat.terms().rented().memory());
            bound(left, left.hosts(), seat -> 1);
        }
    }

    /** Null where the tenant may not sit there. */
    BoolVar on(int tenant, int seat) {
        return on[tenant][seat];
    }

    /** Null where it may sit on no host of the site. */
    Literal at(int tenant, int site) {
        return at[tenant][site];
    }

    int[] hostsAt(int tenant, int site) {
        return index.at(tenant, site);
    }

    /** What open hosts cost of what is held against a limit, in cents a month, times a factor. */
    void addMoney(LinearExprBuilder money, long factor) {
        for (int host = 0; host < open.length; host++) {
            if (open[host] != null) {
                money.addTerm(open[host], factor * tables.seat(host).terms().money());
            }
        }
    }

    /** @param seats a placement to begin with */
    void hint(int[] seats) {
        boolean[] used = new boolean[open.length];
        for (Tenant tenant : tables.tenants()) {
            for (int seat : tenant.seats()) {
                if (on[tenant.index()][seat] != null) {
                    model.addHint(on[tenant.index()][seat], seats[tenant.index()] == seat ? 1 : 0);
                }
            }
            used[seats[tenant.index()]] = true;
        }
        for (int host = 0; host < open.length; host++) {
            if (open[host] != null) {
                model.addHint(open[host], used[host] ? 1 : 0);
            }
        }
    }

    private void add(Tenant tenant) {
        int t = tenant.index();
        boolean terms = tables.considered().any();
        List<Literal> somewhere = new ArrayList<>();
        for (int site = 0; site < tables.sites(); site++) {
            List<Literal> here = new ArrayList<>();
            for (int host : index.at(t, site)) {
                Seat seat = tables.seat(host);
                if (tenant.brokenAt(seat) == 0) {
                    on[t][host] = model.newBoolVar("");
                    here.add(on[t][host]);
                    cost.addTerm(on[t][host], tenant.moveCents(seat) + (terms ? tenant.power(seat) + tenant.startup(seat) : 0));
                }
            }
            if (!here.isEmpty()) {
                at[t][site] = here.size() == 1 ? here.get(0) : model.newBoolVar("");
                somewhere.add(at[t][site]);
            }
            if (here.size() > 1) {
                model.addEquality(LinearExpr.sum(here.toArray(Literal[]::new)), at[t][site]);
            }
        }
        model.addExactlyOne(somewhere);
    }

    private void add(Seat seat) {
        List<Tenant> takes = tables.tenants().stream().filter(tenant -> on[tenant.index()][seat.index()] != null).toList();
        boolean counts = seat.cents() != 0 || tables.considered().any() && (seat.terms().money() != 0 || seat.terms().rented().bounded());
        if (takes.isEmpty()) {
            return;
        }
        if (counts) {
            open[seat.index()] = model.newBoolVar("");
            takes.forEach(tenant -> model.addImplication(on[tenant.index()][seat.index()], open[seat.index()]));
            cost.addTerm(open[seat.index()], seat.cents());
        }
        addRoom(takes, seat, seat.cpuFree(), tenant -> tenant.cpu(seat));
        addRoom(takes, seat, seat.memoryFree(), tenant -> tenant.memory(seat));
        if (tables.considered().disk()) {
            addRoom(takes, seat, seat.terms().diskFree(), tenant -> tenant.disk(seat));
        }
    }

    private void addRoom(List<Tenant> takes, Seat seat, long free, ToLongFunction<Tenant> demand) {
        // Where all have room together, nothing is left to be said; what a host has without an end would not fit into a sum.
        if (takes.stream().mapToLong(demand).sum() <= free) {
            return;
        }
        LinearExprBuilder sum = LinearExpr.newBuilder();
        takes.forEach(tenant -> sum.addTerm(on[tenant.index()][seat.index()], demand.applyAsLong(tenant)));
        if (open[seat.index()] != null && free > 0) {
            // The same as without, and nearer to the truth where variables are let be fractions.
            model.addLessOrEqual(sum.addTerm(open[seat.index()], -free), 0);
        } else {
            model.addLessOrEqual(sum, free);
        }
    }

    private void addOrder(int[] hosts) {
        for (int i = 1; i < hosts.length; i++) {
            if (open[hosts[i]] != null) {
                model.addImplication(open[hosts[i]], open[hosts[i - 1]]);
            }
        }
    }

    private void addAddresses(int site) {
        LinearExprBuilder taken = LinearExpr.newBuilder();
        int most = 0;
        for (Tenant tenant : tables.tenants()) {
            Literal there = at[tenant.index()][site];
            if (there != null) {
                taken.add(there);
                most++;
                Seat now = tenant.now() < 0 ? null : tables.seat(tenant.now());
                if (now != null && now.site() == site && on[tenant.index()][now.index()] != null && !tenant.needsSlot(now)) {
                    taken.addTerm(on[tenant.index()][now.index()], -1);
                }
            }
        }
        if (most > tables.slotsFree()[site]) {
            model.addLessOrEqual(taken, tables.slotsFree()[site]);
        }
    }

    /** @param left the greatest number where nothing is bounded; negative where others have more than there is */
    private void bound(QuotaLeft quota, long left, ToLongFunction<Seat> taken) {
        if (left == Long.MAX_VALUE) {
            return;
        }
        LinearExprBuilder sum = LinearExpr.newBuilder();
        for (int host = 0; host < open.length; host++) {
            if (open[host] != null && tables.seat(host).terms().rented().quota() == quota.index()) {
                sum.addTerm(open[host], taken.applyAsLong(tables.seat(host)));
            }
        }
        model.addLessOrEqual(sum, Math.max(0, left));
    }
}
