package org.caravan.solver.exact;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.score.LinkCost;
import org.caravan.solver.score.SearchProgress;

/** Variables of an exact solver for the relation of each link (pair of sites, or same host), with costs and latencies. */
final class LinkVariables {

    private final IntegerProgram program;
    private final CompiledProblem tables;
    private final HostVariables positions;
    private final int[] begin;
    private final LinkConstraints sums;
    private final LinkCost cents;

    /** @param positions host variables, already created @param begin hosts in the start placement, by instance */
    LinkVariables(IntegerProgram program, CompiledProblem tables, HostVariables positions, int[] begin) {
        this.program = program;
        this.tables = tables;
        this.positions = positions;
        this.begin = begin;
        this.cents = new LinkCost(tables);
        this.sums = new LinkConstraints(program, tables, positions, begin);
    }

    void add() {
        for (LinkModel link : tables.links()) {
            SearchProgress.look();
            int users = link.from() - tables.instances().size();
            if (users >= 0) {
                addBySite(link, site -> tables.ways().ofUsers(users, site));
            } else if (link.from() == link.to()) {
                addBySite(link, site -> tables.ways().onOneHost(site));
            } else {
                addPairs(link);
            }
        }
        sums.add();
    }

    /** Links whose relation depends only on the site of the called end. */
    private void addBySite(LinkModel link, IntUnaryOperator relation) {
        for (int site = 0; site < tables.sites(); site++) {
            if (there(positions.at(link.to(), site))) {
                relate(link, positions.at(link.to(), site), relation.applyAsInt(site));
            }
        }
    }

    /** Cost of the link if it does not depend on the placement; empty if it does, or if an SLO or a cost limit applies to the link. */
    private OptionalLong always(LinkModel link) {
        if (tables.hopsOf()[link.index()].length > 0 || sums.mills(link)) {
            return OptionalLong.empty();
        }
        long first = cents.whole(link.index(), tables.ways().apart(0, 0));
        for (int a = 0; a < tables.sites(); a++) {
            for (int b = 0; b < tables.sites(); b++) {
                if (cents.whole(link.index(), tables.ways().apart(a, b)) != first
                        || cents.whole(link.index(), tables.ways().onOneHost(a)) != first) {
                    return OptionalLong.empty();
                }
            }
        }
        return first == LinkCost.NO_PATH ? OptionalLong.empty() : OptionalLong.of(first);
    }

    private void addPairs(LinkModel link) {
        OptionalLong always = always(link);
        if (always.isPresent()) {
            program.cost().add(always.getAsLong());
            return;
        }
        int sites = tables.sites();
        IntegerProgram.Sum[] rows = new IntegerProgram.Sum[sites];
        IntegerProgram.Sum[] columns = new IntegerProgram.Sum[sites];
        Arrays.setAll(rows, unused -> new IntegerProgram.Sum());
        Arrays.setAll(columns, unused -> new IntegerProgram.Sum());
        for (int a = 0; a < sites; a++) {
            for (int b = 0; there(positions.at(link.from(), a)) && b < sites; b++) {
                if (there(positions.at(link.to(), b))) {
                    addApart(link, a, b, rows[a], columns[b]);
                }
            }
            addOnOneHost(link, a, rows[a], columns[a]);
        }
        for (int site = 0; site < sites; site++) {
            equal(rows[site], positions.at(link.from(), site));
            equal(columns[site], positions.at(link.to(), site));
        }
    }

    private static boolean there(int variable) {
        return variable != IntegerProgram.NONE;
    }

    private boolean isAt(int instance, int site) {
        return begin[instance] >= 0 && tables.position(begin[instance]).site() == site;
    }

    private void equal(IntegerProgram.Sum sum, int variable) {
        if (there(variable)) {
            program.equal(sum, variable);
        }
    }

    private void addApart(LinkModel link, int a, int b, IntegerProgram.Sum row, IntegerProgram.Sum column) {
        int relation = tables.ways().apart(a, b);
        boolean possible = a != b || alike(link, a) || !oneHostOnly(link, a);
        if (possible && link.reachable(relation)) {
            boolean oneHost = begin[link.from()] == begin[link.to()] && !alike(link, a);
            int both = program.variable(isAt(link.from(), a) && isAt(link.to(), b) && !oneHost);
            row.add(both, 1);
            column.add(both, 1);
            relate(link, both, relation);
        }
    }

    private boolean oneHostOnly(LinkModel link, int site) {
        int[] from = positions.hostsAt(link.from(), site);
        return from.length == 1 && Arrays.equals(from, positions.hostsAt(link.to(), site));
    }

    /** Adds variables for both instances on the same host, if that differs from two hosts of the site. */
    private void addOnOneHost(LinkModel link, int site, IntegerProgram.Sum row, IntegerProgram.Sum column) {
        int relation = tables.ways().onOneHost(site);
        for (int host : alike(link, site) ? new int[0] : positions.hostsAt(link.from(), site)) {
            int from = positions.on(link.from(), host);
            int to = positions.on(link.to(), host);
            if (!there(from) || !there(to)) {
                continue;
            }
            if (!link.reachable(relation)) {
                program.clause(IntegerProgram.Kind.ANY, ~from, ~to);
                continue;
            }
            int together = program.variable(begin[link.from()] == host && begin[link.to()] == host);
            program.implies(together, from);
            program.implies(together, to);
            program.clause(IntegerProgram.Kind.ANY, ~from, ~to, together);
            row.add(together, 1);
            column.add(together, 1);
            relate(link, together, relation);
        }
    }

    private boolean alike(LinkModel link, int site) {
        int two = tables.ways().apart(site, site);
        int one = tables.ways().onOneHost(site);
        return cents.whole(link.index(), two) == cents.whole(link.index(), one) && link.reachable(two) == link.reachable(one)
                && link.egressMills(two) == link.egressMills(one)
                && Arrays.stream(tables.hopsOf()[link.index()]).allMatch(hop -> hop.micros(two) == hop.micros(one));
    }

    private void relate(LinkModel link, int related, int relation) {
        if (!link.reachable(relation)) {
            program.never(related);
            return;
        }
        program.cost().add(related, cents.whole(link.index(), relation));
        sums.relate(link, related, relation);
    }
}
