package org.caravan.bench.reassignment;

import org.optaplanner.core.api.domain.entity.PlanningEntity;
import org.optaplanner.core.api.domain.lookup.PlanningId;
import org.optaplanner.core.api.domain.variable.PlanningVariable;

/** What a search moves: a process on its machine. */
@PlanningEntity
class Assigned {

    @PlanningId
    private Integer process;

    @PlanningVariable(valueRangeProviderRefs = "machines")
    private Integer machine;

    /** For OptaPlanner. */
    Assigned() {}

    Assigned(int process, int machine) {
        this.process = process;
        this.machine = machine;
    }

    int process() {
        return process;
    }

    int machine() {
        return machine;
    }

    void moveTo(int newMachine) {
        this.machine = newMachine;
    }
}
