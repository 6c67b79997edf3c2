package org.caravan.solver.optaplanner;

import java.util.List;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.optaplanner.core.api.domain.entity.PlanningEntity;
import org.optaplanner.core.api.domain.entity.PlanningPin;
import org.optaplanner.core.api.domain.lookup.PlanningId;
import org.optaplanner.core.api.domain.valuerange.ValueRangeProvider;
import org.optaplanner.core.api.domain.variable.PlanningVariable;

/**
 * Planning entity: an instance with its position. Users are entities too, pinned to their endpoint, so that every link has two positions.
 */
@PlanningEntity
public class PlacementEntity {

    @PlanningId
    private Integer index;

    private PlacedInstance instance;

    @PlanningPin
    private boolean pinned;

    @ValueRangeProvider(id = "choices")
    private List<Position> choices;

    @PlanningVariable(valueRangeProviderRefs = "choices")
    private Position position;

    /** For OptaPlanner, which clones field by field. */
    PlacementEntity() {}

    static PlacementEntity of(PlacedInstance instance, List<Position> choices, Position position) {
        return of(instance, choices, position, true);
    }

    static PlacementEntity of(PlacedInstance instance, List<Position> choices, Position position, boolean movable) {
        PlacementEntity entity = new PlacementEntity();
        entity.index = instance.index();
        entity.instance = instance;
        entity.choices = choices;
        entity.pinned = !movable || choices.size() < 2;
        entity.position = position;
        return entity;
    }

    static PlacementEntity ofUsers(int index, Position position) {
        PlacementEntity entity = new PlacementEntity();
        entity.index = index;
        entity.choices = List.of(position);
        entity.pinned = true;
        entity.position = position;
        return entity;
    }

    PlacementEntity copy() {
        PlacementEntity copy = new PlacementEntity();
        copy.becomes(this);
        return copy;
    }

    void becomes(PlacementEntity other) {
        index = other.index;
        instance = other.instance;
        choices = other.choices;
        pinned = other.pinned;
        position = other.position;
    }

    int index() {
        return index;
    }

    /** Whether the instance is movable in this search. */
    boolean isFree() {
        return !pinned;
    }

    public boolean isUsers() {
        return instance == null;
    }

    public PlacedInstance instance() {
        return instance;
    }

    Position position() {
        return position;
    }

    public void sit(Position newPosition) {
        this.position = newPosition;
    }

    @Override
    public String toString() {
        return isUsers() ? "users " + position : instance.toString();
    }
}
