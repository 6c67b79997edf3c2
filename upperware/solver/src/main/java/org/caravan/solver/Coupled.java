package org.caravan.solver;

import org.caravan.application.Coupling;
import org.caravan.application.Coupling.Kind;
import org.caravan.application.Separation;

/**
 * A copy of one component and all copies of another with which it is to be together or not.
 *
 * @param index in its tables
 * @param one index of a tenant
 * @param others indices of tenants of the other component; not empty
 * @param points what it counts where it is not kept: hard ones where it is required
 */
record Coupled(int index, int one, int[] others, Coupling coupling, long points) {

    boolean required() {
        return coupling.required();
    }

    Part part() {
        return required() ? Part.TOGETHER : Part.PREFERENCES;
    }

    boolean together() {
        return coupling.kind() == Kind.TOGETHER;
    }

    boolean isOther(int tenant) {
        for (int other : others) {
            if (other == tenant) {
                return true;
            }
        }
        return false;
    }

    boolean near(Seat seat, Seat otherSeat) {
        return coupling.by() == Separation.By.SITE ? seat.site() == otherSeat.site() : seat.index() == otherSeat.index();
    }

    /** @param near how many of the others are near, where all of them sit */
    boolean broken(int near) {
        return together() ? near == 0 : near > 0;
    }

    /** As far as tenants sit: who sits nowhere yet may still come near, so that what is broken stays so whoever comes later. */
    boolean broken(PlacementTables tables, int[] seatOf) {
        if (seatOf[one] == RunningScore.NONE) {
            return false;
        }
        Seat seat = tables.seat(seatOf[one]);
        for (int other : others) {
            int at = seatOf[other];
            if (at == RunningScore.NONE ? together() : near(seat, tables.seat(at))) {
                return !together();
            }
        }
        return together();
    }

    @Override
    public String toString() {
        return coupling.text();
    }
}
