package org.caravan.plan;

/**
 * A resource that a plan needs and that other reservations do not leave.
 *
 * @param what resource, for example {@code memory}
 * @param place where it is needed, for example {@code host (pi-1)}
 * @param needed amount that the plan reserves there in total
 * @param free amount that is not reserved by others; nothing if they reserve more than there is
 */
public record Shortage(String what, String place, String needed, String free) {

    /** A clause, for example {@code memory on host (pi-1): 1 GiB needed, 512 MiB free}. */
    @Override
    public String toString() {
        return what + " " + place + ": " + needed + " needed, " + free + " free";
    }
}
