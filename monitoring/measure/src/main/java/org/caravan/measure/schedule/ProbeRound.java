package org.caravan.measure.schedule;

import java.util.List;
import org.caravan.measure.ProbeOrder;

/**
 * Orders that can run concurrently without disturbing each other.
 *
 * @param atOnce maximum number of concurrent orders
 */
public record ProbeRound(List<ProbeOrder> orders, int atOnce) {

    public ProbeRound {
        orders = List.copyOf(orders);
    }
}
