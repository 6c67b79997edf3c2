package org.caravan.solver.exact;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.caravan.application.Separation;
import org.caravan.solver.exact.IntegerProgram.Kind;
import org.caravan.solver.model.Affinity;
import org.caravan.solver.model.AntiAffinityPair;
import org.caravan.solver.model.CompiledProblem;

/** Adds affinity and anti-affinity constraints between instances to the program of an exact solver. */
final class AffinityVariables {

    private final IntegerProgram program;
    private final CompiledProblem tables;
    private final HostVariables positions;
    private final int[] begin;

    /** @param positions host variables, already created @param begin hosts in the start placement, by instance */
    AffinityVariables(IntegerProgram program, CompiledProblem tables, HostVariables positions, int[] begin) {
        this.program = program;
        this.tables = tables;
        this.positions = positions;
        this.begin = begin;
    }

    void add() {
        tables.separated().forEach(this::add);
        tables.couplings().all().forEach(this::add);
    }

    private void add(AntiAffinityPair pair) {
        if (pair.by() == Separation.By.FORM) {
            addForms(pair);
            return;
        }
        for (int place = 0; place < places(pair.by()); place++) {
            int one = at(pair.by(), pair.one(), place);
            int other = at(pair.by(), pair.other(), place);
            if (one != IntegerProgram.NONE && other != IntegerProgram.NONE) {
                program.clause(Kind.ANY, ~one, ~other);
            }
        }
    }

    private void addForms(AntiAffinityPair pair) {
        Map<Integer, IntStream.Builder> byRank = new TreeMap<>();
        for (int instance : new int[] {pair.one(), pair.other()}) {
            for (int host : tables.instance(instance).positions()) {
                if (positions.on(instance, host) != IntegerProgram.NONE) {
                    byRank.computeIfAbsent(tables.instance(pair.one()).formRank(tables.position(host)), any -> IntStream.builder())
                            .add(positions.on(instance, host));
                }
            }
        }
        byRank.values().forEach(ofOneForm -> program.clause(Kind.AT_MOST_ONE, ofOneForm.build().toArray()));
    }

    private void add(Affinity coupled) {
        int[] unless = coupled.required() ? new int[0] : new int[] {program.variable(coupled.broken(tables, begin))};
        for (int broken : unless) {
            program.cost().add(broken, coupled.points());
        }
        Separation.By by = coupled.coupling().by();
        for (int place = 0; place < places(by); place++) {
            int here = place;
            int one = at(by, coupled.one(), place);
            int[] others = Arrays.stream(coupled.others()).map(other -> at(by, other, here))
                    .filter(variable -> variable != IntegerProgram.NONE).toArray();
            if (one != IntegerProgram.NONE && coupled.together()) {
                program.clause(Kind.ANY, with(with(others, unless), ~one));
            } else if (one != IntegerProgram.NONE) {
                Arrays.stream(others).forEach(other -> program.clause(Kind.ANY, with(unless, ~one, ~other)));
            }
        }
    }

    private static int[] with(int[] literals, int... more) {
        return IntStream.concat(IntStream.of(literals), IntStream.of(more)).toArray();
    }

    /** Number of places compared; anything other than site is compared by host, as in {@link Affinity#near}. */
    private int places(Separation.By by) {
        return by == Separation.By.SITE ? tables.sites() : tables.hosts();
    }

    private int at(Separation.By by, int instance, int place) {
        return by == Separation.By.SITE ? positions.at(instance, place) : positions.on(instance, place);
    }
}
