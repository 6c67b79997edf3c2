package org.caravan.application;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.unit.RequestRate;

/**
 * Group of users who reach the application through one access point.
 *
 * @param rate rate of all their requests together
 * @param mix share of each request by its id; shares are above 0 and sum to 1
 * @param entry kind of address to which component names resolve for these users
 */
public record Users(String id, AccessPoint at, RequestRate rate, Map<String, Double> mix, EntryWay entry) {

    public Users {
        mix = Collections.unmodifiableMap(new TreeMap<>(mix));
        double sum = mix.values().stream().mapToDouble(Double::doubleValue).sum();
        if (mix.values().stream().anyMatch(share -> share <= 0) || Math.abs(sum - 1) > 1e-9) {
            throw new IllegalArgumentException("the request mix of users " + id + " does not sum to 100 %: " + mix);
        }
    }

    /** Users whose lookups return addresses of instances. */
    public Users(String id, AccessPoint at, RequestRate rate, Map<String, Double> mix) {
        this(id, at, rate, mix, EntryWay.DNS);
    }

    /** The same who send the same mix at another rate. */
    public Users withRate(RequestRate changed) {
        return new Users(id, at, changed, mix, entry);
    }
}
