package org.caravan.measure.schedule;

import java.util.List;
import org.caravan.measure.ProbeOrder;

/**
 * Orders that may run at the same time without one disturbing the other.
 *
 * @param atOnce how many of them are to run at a time
 */
public record ProbeRound(List<ProbeOrder> orders, int atOnce) {

    public ProbeRound {
        orders = List.copyOf(orders);
    }
}
