package org.caravan.adapter.aws;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.unit.MonthlyCost;

/**
 * Who we are at Amazon.
 *
 * @param prices agreed with Amazon, by offer; the public ones hold for all others
 */
record AccessKey(String id, String secret, Map<String, MonthlyCost> prices) {

    AccessKey {
        prices = Collections.unmodifiableMap(new TreeMap<>(prices));
    }

    /** Never the secret. */
    @Override
    public String toString() {
        return "access key " + id;
    }
}
