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

    private PlacedInstance tenant;

    @PlanningPin
    private boolean pinned;

    @ValueRangeProvider(id = "choices")
    private List<Position> choices;

    @PlanningVariable(valueRangeProviderRefs = "choices")
    private Position seat;

    /** For OptaPlanner, which clones field by field. */
    PlacementEntity() {}

    static PlacementEntity of(PlacedInstance tenant, List<Position> choices, Position seat) {
        return of(tenant, choices, seat, true);
    }

    static PlacementEntity of(PlacedInstance tenant, List<Position> choices, Position seat, boolean movable) {
        PlacementEntity seated = new PlacementEntity();
        seated.index = tenant.index();
        seated.tenant = tenant;
        seated.choices = choices;
        seated.pinned = !movable || choices.size() < 2;
        seated.seat = seat;
        return seated;
    }

    static PlacementEntity ofUsers(int index, Position seat) {
        PlacementEntity seated = new PlacementEntity();
        seated.index = index;
        seated.choices = List.of(seat);
        seated.pinned = true;
        seated.seat = seat;
        return seated;
    }

    PlacementEntity copy() {
        PlacementEntity copy = new PlacementEntity();
        copy.becomes(this);
        return copy;
    }

    void becomes(PlacementEntity other) {
        index = other.index;
        tenant = other.tenant;
        choices = other.choices;
        pinned = other.pinned;
        seat = other.seat;
    }

    int index() {
        return index;
    }

    /** Whether the instance is movable in this search. */
    boolean isFree() {
        return !pinned;
    }

    public boolean isUsers() {
        return tenant == null;
    }

    public PlacedInstance tenant() {
        return tenant;
    }

    Position seat() {
        return seat;
    }

    public void sit(Position newSeat) {
        this.seat = newSeat;
    }

    @Override
    public String toString() {
        return isUsers() ? "users " + seat : tenant.toString();
    }
}
