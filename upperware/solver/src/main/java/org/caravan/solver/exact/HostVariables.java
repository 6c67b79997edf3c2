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
        this.on = new int[tables.instances().size()][tables.hosts()];
        this.at = new int[tables.instances().size()][tables.sites()];
        this.open = new int[tables.hosts()];
    }

    void add() {
        Arrays.fill(open, IntegerProgram.NONE);
        for (int instance = 0; instance < on.length; instance++) {
            Arrays.fill(on[instance], IntegerProgram.NONE);
            Arrays.fill(at[instance], IntegerProgram.NONE);
        }
        tables.instances().forEach(this::add);
        for (int host = 0; host < tables.hosts(); host++) {
            add(tables.position(host));
        }
        new HostSymmetry(tables).all().forEach(this::addOrder);
        for (int site = 0; site < tables.sites(); site++) {
            addAddresses(site);
        }
        for (QuotaLeft left : tables.considered().quotas()) {
            bound(left, left.cpu(), position -> position.terms().rented().cpu());
            bound(left, left.memory(), position -> position.terms().rented().memory());
            bound(left, left.hosts(), position -> 1);
        }
    }

    /** {@link IntegerProgram#NONE} if the host is infeasible. */
    int on(int instance, int position) {
        return on[instance][position];
    }

    /** {@link IntegerProgram#NONE} if no host of the site is feasible. */
    int at(int instance, int site) {
        return at[instance][site];
    }

    int[] hostsAt(int instance, int site) {
        return index.at(instance, site);
    }

    /** Adds the cost of open hosts that counts towards the limit, in cents per month, times a factor. */
    void addMoney(IntegerProgram.Sum money, long factor) {
        for (int host = 0; host < open.length; host++) {
            if (there(open[host])) {
                money.add(open[host], factor * tables.position(host).terms().money());
            }
        }
    }

    private void add(PlacedInstance instance) {
        int t = instance.index();
        boolean terms = tables.considered().any();
        for (int site = 0; site < tables.sites(); site++) {
            IntegerProgram.Sum here = new IntegerProgram.Sum();
            int hosts = 0;
            boolean isHere = false;
            for (int host : index.at(t, site)) {
                Position position = tables.position(host);
                if (instance.brokenAt(position) == 0) {
                    on[t][host] = program.variable(begin[t] == host);
                    here.add(on[t][host], 1);
                    program.cost().add(on[t][host], instance.moveCents(position)
                            + (terms ? instance.power(position) + instance.startup(position) + instance.service(position) : 0));
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

    private void add(Position position) {
        int host = position.index();
        List<PlacedInstance> takes = tables.instances().stream().filter(instance -> there(on[instance.index()][host])).toList();
        boolean counts = position.cents() != 0 || tables.considered().any()
                && (position.terms().money() != 0 || position.terms().rented().bounded());
        if (takes.isEmpty()) {
            return;
        }
        if (counts) {
            open[host] = program.variable(Arrays.stream(begin).anyMatch(used -> used == host));
            takes.forEach(instance -> program.implies(on[instance.index()][host], open[host]));
            program.cost().add(open[host], position.cents());
        }
        addRoom(takes, position, position.cpuFree(), instance -> instance.cpu(position));
        addRoom(takes, position, position.memoryFree(), instance -> instance.memory(position));
        if (tables.considered().disk()) {
            addRoom(takes, position, position.terms().diskFree(), instance -> instance.disk(position));
        }
        if (tables.considered().gpu()) {
            addRoom(takes, position, position.terms().gpusFree(), instance -> instance.gpus(position));
        }
    }

    private void addRoom(List<PlacedInstance> takes, Position position, long free, ToLongFunction<PlacedInstance> demand) {
        // If all fit together, no constraint is needed; an unlimited capacity would overflow the sum.
        if (takes.stream().mapToLong(demand).sum() <= free) {
            return;
        }
        IntegerProgram.Sum sum = new IntegerProgram.Sum();
        takes.forEach(instance -> sum.add(on[instance.index()][position.index()], demand.applyAsLong(instance)));
        if (there(open[position.index()]) && free > 0) {
            // Equivalent to the constraint without the open variable, but with a tighter linear relaxation.
            program.atMost(sum.add(open[position.index()], -free), 0);
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
        for (PlacedInstance instance : tables.instances()) {
            if (there(at[instance.index()][site])) {
                taken.add(at[instance.index()][site], 1);
                most++;
                Position now = instance.now() < 0 ? null : tables.position(instance.now());
                if (now != null && now.site() == site && there(on[instance.index()][now.index()]) && !instance.needsSlot(now)) {
                    taken.add(on[instance.index()][now.index()], -1);
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
            if (there(open[host]) && tables.position(host).terms().rented().quota() == quota.index()) {
                sum.add(open[host], taken.applyAsLong(tables.position(host)));
            }
        }
        program.atMost(sum, Math.max(0, left));
    }
}
