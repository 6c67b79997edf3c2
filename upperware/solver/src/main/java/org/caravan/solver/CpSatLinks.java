package org.caravan.solver;

import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import com.google.ortools.sat.Literal;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.caravan.problem.EgressPrices;

/** Of a model for CP-SAT: which pair of sites each link joins and whether on one host, with what that costs and how long promises take there. */
final class CpSatLinks {

    private final CpModel model;
    private final PlacementTables tables;
    private final CpSatSeats seats;
    private final LinearExprBuilder cost;
    private final LinearExprBuilder mills = LinearExpr.newBuilder();
    private final Map<JourneyHop, LinearExprBuilder> hops = new IdentityHashMap<>();
    private final LinkCents cents;

    /** @param seats that know already who may sit where; @param cost of which it is told what links cost */
    CpSatLinks(CpModel model, PlacementTables tables, CpSatSeats seats, LinearExprBuilder cost) {
        this.model = model;
        this.tables = tables;
        this.seats = seats;
        this.cost = cost;
        this.cents = new LinkCents(tables);
        tables.hops().forEach(hop -> hops.put(hop, LinearExpr.newBuilder()));
    }

    void add() {
        for (LinkTable link : tables.links()) {
            Watch.look();
            if (link.from() >= tables.tenants().size()) {
                addFromUsers(link);
            } else if (link.from() == link.to()) {
                addToItself(link);
            } else {
                addPairs(link);
            }
        }
        tables.journeys().forEach(this::add);
        if (tables.considered().limited()) {
            addLimit();
        }
    }

    private void addFromUsers(LinkTable link) {
        for (int b = 0; b < tables.sites(); b++) {
            if (seats.at(link.to(), b) != null) {
                relate(link, seats.at(link.to(), b), tables.ways().ofUsers(link.from() - tables.tenants().size(), b));
            }
        }
    }

    private void addToItself(LinkTable link) {
        for (int b = 0; b < tables.sites(); b++) {
            if (seats.at(link.to(), b) != null) {
                relate(link, seats.at(link.to(), b), tables.ways().onOneHost(b));
            }
        }
    }

    /** What a link costs wherever its ends are, as one that no goal and no promise is on. */
    private OptionalLong always(LinkTable link) {
        if (tables.hopsOf()[link.index()].length > 0 || mills(link)) {
            return OptionalLong.empty();
        }
        long first = cents.whole(link.index(), tables.ways().apart(0, 0));
        for (int a = 0; a < tables.sites(); a++) {
            for (int b = 0; b < tables.sites(); b++) {
                if (cents.whole(link.index(), tables.ways().apart(a, b)) != first || cents.whole(link.index(), tables.ways().onOneHost(a)) != first) {
                    return OptionalLong.empty();
                }
            }
        }
        return first == LinkCents.NO_PATH ? OptionalLong.empty() : OptionalLong.of(first);
    }

    private boolean mills(LinkTable link) {
        return tables.considered().limited() && tables.considered().egress() && link.gib() > 0;
    }

    private void addPairs(LinkTable link) {
        OptionalLong always = always(link);
        if (always.isPresent()) {
            cost.add(always.getAsLong());
            return;
        }
        int sites = tables.sites();
        LinearExprBuilder[] rows = new LinearExprBuilder[sites];
        LinearExprBuilder[] columns = new LinearExprBuilder[sites];
        Arrays.setAll(rows, unused -> LinearExpr.newBuilder());
        Arrays.setAll(columns, unused -> LinearExpr.newBuilder());
        for (int a = 0; a < sites; a++) {
            for (int b = 0; seats.at(link.from(), a) != null && b < sites; b++) {
                if (seats.at(link.to(), b) != null) {
                    addApart(link, a, b, rows[a], columns[b]);
                }
            }
            addOnOneHost(link, a, rows[a], columns[a]);
        }
        for (int site = 0; site < sites; site++) {
            equal(rows[site], seats.at(link.from(), site));
            equal(columns[site], seats.at(link.to(), site));
        }
    }

    private void equal(LinearExprBuilder sum, Literal there) {
        if (there != null) {
            model.addEquality(sum, there);
        }
    }

    private void addApart(LinkTable link, int a, int b, LinearExprBuilder row, LinearExprBuilder column) {
        int relation = tables.ways().apart(a, b);
        boolean possible = a != b || alike(link, a) || !oneHostOnly(link, a);
        if (possible && link.reachable(relation)) {
            BoolVar both = model.newBoolVar("");
            row.add(both);
            column.add(both);
            relate(link, both, relation);
        }
    }

    private boolean oneHostOnly(LinkTable link, int site) {
        int[] from = seats.hostsAt(link.from(), site);
        return from.length == 1 && Arrays.equals(from, seats.hostsAt(link.to(), site));
    }

    /** Tells one host from two of a site, where that makes a difference. */
    private void addOnOneHost(LinkTable link, int site, LinearExprBuilder row, LinearExprBuilder column) {
        int relation = tables.ways().onOneHost(site);
        for (int host : alike(link, site) ? new int[0] : seats.hostsAt(link.from(), site)) {
            BoolVar from = seats.on(link.from(), host);
            BoolVar to = seats.on(link.to(), host);
            if (from == null || to == null) {
                continue;
            }
            if (!link.reachable(relation)) {
                model.addBoolOr(new Literal[] {from.not(), to.not()});
                continue;
            }
            BoolVar together = model.newBoolVar("");
            model.addImplication(together, from);
            model.addImplication(together, to);
            model.addBoolOr(new Literal[] {from.not(), to.not(), together});
            row.add(together);
            column.add(together);
            relate(link, together, relation);
        }
    }

    private boolean alike(LinkTable link, int site) {
        int two = tables.ways().apart(site, site);
        int one = tables.ways().onOneHost(site);
        return cents.whole(link.index(), two) == cents.whole(link.index(), one) && link.reachable(two) == link.reachable(one)
                && link.egressMills(two) == link.egressMills(one)
                && Arrays.stream(tables.hopsOf()[link.index()]).allMatch(hop -> hop.micros(two) == hop.micros(one));
    }

    private void relate(LinkTable link, Literal related, int relation) {
        if (!link.reachable(relation)) {
            model.addEquality(related, 0);
            return;
        }
        cost.addTerm(related, cents.whole(link.index(), relation));
        if (mills(link)) {
            mills.addTerm(related, link.egressMills(relation));
        }
        for (JourneyHop hop : tables.hopsOf()[link.index()]) {
            hops.get(hop).addTerm(related, hop.micros(relation));
        }
    }

    /** Between replicas the slowest pair of a leg counts. */
    private void add(Journey journey) {
        long limit = Math.round(journey.slo().limit().value() * 1_000) - journey.waitingMicros() - 1;
        LinearExprBuilder sum = LinearExpr.newBuilder();
        for (JourneyHop[] leg : tables.hopsOfLeg()) {
            if (leg.length == 0 || leg[0].journey().index() != journey.index()) {
                continue;
            }
            if (leg.length == 1) {
                sum.add(hops.get(leg[0]));
            } else {
                IntVar slowest = model.newIntVar(0, Math.max(0, limit), "");
                Arrays.stream(leg).forEach(hop -> model.addLessOrEqual(hops.get(hop), slowest));
                sum.add(slowest);
            }
        }
        model.addLessOrEqual(sum, limit);
    }

    /** Cents are rounded for all traffic together: to the half of one is no cent more. */
    private void addLimit() {
        seats.addMoney(mills, EgressPrices.millsOf(1));
        model.addLessOrEqual(mills, EgressPrices.millsOf(tables.considered().most()) + EgressPrices.millsOf(1) / 2 - 1);
    }
}
