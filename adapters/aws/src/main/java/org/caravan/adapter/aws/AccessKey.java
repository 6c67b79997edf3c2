package org.caravan.adapter.aws;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.unit.MonthlyCost;

/**
 * Amazon access key with agreed prices.
 *
 * @param prices agreed with Amazon, by offer; public prices apply to all others
 */
record AccessKey(String id, String secret, Map<String, MonthlyCost> prices) {

    AccessKey {
        prices = Collections.unmodifiableMap(new TreeMap<>(prices));
    }

    /** Omits the secret. */
    @Override
    public String toString() {
        return "access key " + id;
    }
}
