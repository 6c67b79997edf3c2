package org.caravan.solver.optaplanner;

import java.util.List;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Tenant;
import org.optaplanner.core.api.domain.entity.PlanningEntity;
import org.optaplanner.core.api.domain.entity.PlanningPin;
import org.optaplanner.core.api.domain.lookup.PlanningId;
import org.optaplanner.core.api.domain.valuerange.ValueRangeProvider;
import org.optaplanner.core.api.domain.variable.PlanningVariable;

/**
 * Planning entity: an instance with its position. Users are entities too, pinned to their endpoint, so that every link has two positions.
 */
@PlanningEntity
public class SeatedTenant {

    @PlanningId
    private Integer index;

    private Tenant tenant;

    @PlanningPin
    private boolean pinned;

    @ValueRangeProvider(id = "choices")
    private List<Seat> choices;

    @PlanningVariable(valueRangeProviderRefs = "choices")
    private Seat seat;

    /** For OptaPlanner, which clones field by field. */
    SeatedTenant() {}

    static SeatedTenant of(Tenant tenant, List<Seat> choices, Seat seat) {
        return of(tenant, choices, seat, true);
    }

    static SeatedTenant of(Tenant tenant, List<Seat> choices, Seat seat, boolean movable) {
        SeatedTenant seated = new SeatedTenant();
        seated.index = tenant.index();
        seated.tenant = tenant;
        seated.choices = choices;
        seated.pinned = !movable || choices.size() < 2;
        seated.seat = seat;
        return seated;
    }

    static SeatedTenant ofUsers(int index, Seat seat) {
        SeatedTenant seated = new SeatedTenant();
        seated.index = index;
        seated.choices = List.of(seat);
        seated.pinned = true;
        seated.seat = seat;
        return seated;
    }

    SeatedTenant copy() {
        SeatedTenant copy = new SeatedTenant();
        copy.becomes(this);
        return copy;
    }

    void becomes(SeatedTenant other) {
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

    public Tenant tenant() {
        return tenant;
    }

    Seat seat() {
        return seat;
    }

    public void sit(Seat newSeat) {
        this.seat = newSeat;
    }

    @Override
    public String toString() {
        return isUsers() ? "users " + seat : tenant.toString();
    }
}
