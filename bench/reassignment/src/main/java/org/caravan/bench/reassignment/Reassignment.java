package org.caravan.bench.reassignment;

import java.util.List;
import java.util.stream.IntStream;
import org.optaplanner.core.api.domain.solution.PlanningEntityCollectionProperty;
import org.optaplanner.core.api.domain.solution.PlanningScore;
import org.optaplanner.core.api.domain.solution.PlanningSolution;
import org.optaplanner.core.api.domain.solution.cloner.SolutionCloner;
import org.optaplanner.core.api.domain.valuerange.ValueRangeProvider;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;

/** What OptaPlanner works on. Public, as its score and its cloner, only because OptaPlanner makes them. */
@PlanningSolution(solutionCloner = Reassignment.Cloner.class)
public class Reassignment {

    private Instance instance;
    private int[] before;

    /** Of a copy, by process; its entities are made when somebody asks for them: most copies are bests that are soon outdone. */
    private int[] machines;

    private List<Assigned> assigned;

    @ValueRangeProvider(id = "machines")
    private List<Integer> choices;

    @PlanningScore
    private HardSoftLongScore score;

    /** Follows the assignment while a search works on this very solution. */
    private RunningCost running;

    /** For OptaPlanner. */
    Reassignment() {}

    Reassignment(Instance instance, int[] before, int[] start) {
        this.instance = instance;
        this.before = before;
        this.machines = start.clone();
        this.choices = IntStream.range(0, instance.machines().length).boxed().toList();
    }

    @PlanningEntityCollectionProperty
    List<Assigned> getAssigned() {
        if (assigned == null) {
            assigned = IntStream.range(0, machines.length).mapToObj(p -> new Assigned(p, machines[p])).toList();
        }
        return assigned;
    }

    RunningCost follow() {
        running = new RunningCost(instance, before);
        getAssigned().forEach(one -> running.place(one.process(), one.machine()));
        return running;
    }

    RunningCost running() {
        return running;
    }

    Instance instance() {
        return instance;
    }

    int machineCount() {
        return choices.size();
    }

    int[] machines() {
        return running == null ? machines.clone() : running.machines();
    }

    HardSoftLongScore score() {
        return score;
    }

    /** Copies an array, not thousands of entities. */
    public static final class Cloner implements SolutionCloner<Reassignment> {

        @Override
        public Reassignment cloneSolution(Reassignment original) {
            Reassignment copy = new Reassignment();
            copy.instance = original.instance;
            copy.before = original.before;
            copy.machines = original.machines();
            copy.choices = original.choices;
            copy.score = original.score;
            return copy;
        }
    }
}
