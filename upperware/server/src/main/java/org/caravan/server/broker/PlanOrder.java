package org.caravan.server.broker;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How an application is to be planned.
 *
 * @param without hosts to leave out as if they were drained
 * @param proofSeconds that an exact solver may take to prove how good the plan is; 0 where it is not asked
 */
public record PlanOrder(Set<String> without, int proofSeconds) {

    /** With all that is there, and no proof. */
    public static final PlanOrder PLAIN = new PlanOrder(Set.of(), 0);

    public PlanOrder {
        without = Set.copyOf(without);
    }

    /** As headers of a message say it, which may come from an earlier version. @param without coded; null or empty for none @param proof null for none */
    public static PlanOrder of(String without, Integer proof) {
        Set<String> hosts = without == null || without.isEmpty() ? Set.of()
                : Arrays.stream(without.split(",")).map(host -> URLDecoder.decode(host, StandardCharsets.UTF_8)).collect(Collectors.toUnmodifiableSet());
        return new PlanOrder(hosts, proof == null ? 0 : proof);
    }

    /** Ids of hosts, each coded as in a form, with commas between: whoever asks may name anything, as with a comma in it; an id that exists stays as it is. */
    String codedWithout() {
        return without.stream().map(host -> URLEncoder.encode(host, StandardCharsets.UTF_8)).collect(Collectors.joining(","));
    }
}
