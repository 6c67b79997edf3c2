package org.caravan.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LookUpsTest {

    private static final long MINUTE = 60_000_000_000L;
    private static final byte[] CLIENT = {10, 7, 88, 9};

    private final AtomicLong nanos = new AtomicLong(-7);
    private final LookUps lookUps = new LookUps(nanos::get);

    @Test
    void queriesOfAGroupAreCountedOverFiveMinutes() {
        counted(4);
        assertThat(lookUps.perMinute("shop", "bergen")).as("the first minute is not complete").isEqualTo(4);
        nanos.addAndGet(MINUTE);
        assertThat(lookUps.perMinute("shop", "bergen")).isEqualTo(4);
        counted(8);
        nanos.addAndGet(MINUTE);
        assertThat(lookUps.perMinute("shop", "bergen")).as("12 in two minutes").isEqualTo(6);
        nanos.addAndGet(3 * MINUTE);
        assertThat(lookUps.perMinute("shop", "bergen")).as("12 in five").isEqualTo(2.4);
        nanos.addAndGet(MINUTE);
        assertThat(lookUps.perMinute("shop", "bergen")).as("the first minute is too long ago").isEqualTo(1.6);
        nanos.addAndGet(100 * MINUTE);
        assertThat(lookUps.perMinute("shop", "bergen")).isZero();
        counted(5);
        nanos.addAndGet(MINUTE);
        assertThat(lookUps.perMinute("shop", "bergen")).as("counts of an earlier turn are dropped").isEqualTo(1);
    }

    @Test
    void groupsAndApplicationsAreApartAndAnApplicationIsForgotten() {
        counted(3);
        lookUps.counted("till", "desk", "bergen", CLIENT);
        assertThat(lookUps.perMinute("shop", "haikou")).isZero();
        assertThat(lookUps.perMinute("till", "bergen")).isEqualTo(1);
        lookUps.forget("shop");
        assertThat(lookUps.perMinute("shop", "bergen")).isZero();
        assertThat(lookUps.perMinute("till", "bergen")).isEqualTo(1);
    }

    private void counted(int queries) {
        for (int i = 0; i < queries; i++) {
            lookUps.counted("shop", "frontend", "bergen", CLIENT);
        }
    }

    @Test
    void totalsAreByNameAndGroupAndBeginAgainWithTheApplication() throws Exception {
        counted(3);
        lookUps.counted("shop", "frontend", "bergen", address("10.7.88.200"));
        lookUps.counted("shop", "frontend", "bergen", address("10.7.89.1"));
        lookUps.counted("shop", "frontend", "bergen", address("fd4e:1:2:3::1"));
        lookUps.counted("shop", "frontend", "bergen", address("fd4e:1:2:4::1"));
        lookUps.counted("shop", "admin", "", CLIENT);
        assertThat(texts()).containsExactly("shop admin  1 of 1", "shop frontend bergen 7 of 3");
        String start = lookUps.totals().get(0).start();
        assertThat(lookUps.totals()).allMatch(total -> total.start().equals(start));
        lookUps.forget("shop");
        assertThat(lookUps.totals()).isEmpty();
        counted(1);
        assertThat(texts()).containsExactly("shop frontend bergen 1 of 1");
        assertThat(lookUps.totals().get(0).start()).isNotEqualTo(start);
    }

    @Test
    void subnetsThatHostileClientsMakeUpFillNoMemoryAndAreStillCounted() {
        int queries = 3 * LookUps.MOST_SUBNETS;
        for (int i = 0; i < queries; i++) {
            lookUps.counted("shop", "frontend", i % 2 == 0 ? "" : "bergen", new byte[] {10, (byte) (i >> 8), (byte) i, 1});
        }
        assertThat(lookUps.totals()).extracting(LookUps.Total::queries).containsExactly(queries / 2L, queries / 2L);
        assertThat(lookUps.totals().stream().mapToInt(LookUps.Total::subnets).sum()).isEqualTo(LookUps.MOST_SUBNETS);
        lookUps.forget("shop");
        lookUps.counted("shop", "frontend", "bergen", CLIENT);
        assertThat(texts()).as("there is space again").containsExactly("shop frontend bergen 1 of 1");
    }

    @Test
    void subnetsAfterABurstAreCountedAgain() throws Exception {
        counted(2);
        for (int i = 0; i < LookUps.MOST_SUBNETS; i++) {
            lookUps.counted("till", "desk", "", new byte[] {10, (byte) (i >> 8), (byte) i, 1});
        }
        lookUps.counted("shop", "frontend", "bergen", address("192.0.2.1"));
        counted(1);
        assertThat(texts()).containsExactly("shop frontend bergen 4 of 2", "till desk  " + LookUps.MOST_SUBNETS + " of 1");
    }

    /** Each query is in the total under the mark of its time, or was forgotten; no subnet of a removed application takes space. */
    @Test
    void whatIsCountedWhileItsApplicationIsRemovedLeavesNothingBehind() throws Exception {
        Thread clients = new Thread(() -> {
            for (int i = 0; i < 200_000; i++) {
                lookUps.counted("shop", "frontend", "bergen", new byte[] {10, (byte) (i >> 8), (byte) i, 1});
            }
        });
        clients.start();
        Map<String, Long> newest = new HashMap<>();
        while (clients.isAlive()) {
            for (int reads = 0; reads < 3; reads++) {
                lookUps.totals().forEach(total -> assertThat(total.queries()).as("never fewer under the same mark")
                        .isGreaterThanOrEqualTo(newest.getOrDefault(total.start(), 0L)).satisfies(now -> newest.put(total.start(), now)));
            }
            lookUps.forget("shop");
        }
        clients.join();
        lookUps.forget("shop");
        for (int i = 0; i < LookUps.MOST_SUBNETS; i++) {
            lookUps.counted("till", "desk", "", new byte[] {10, (byte) (i >> 8), (byte) i, 1});
        }
        assertThat(texts()).containsExactly("till desk  " + LookUps.MOST_SUBNETS + " of " + LookUps.MOST_SUBNETS);
    }

    private List<String> texts() {
        return lookUps.totals().stream().map(one -> one.application() + " " + one.component() + " " + one.usersId() + " " + one.queries()
                + " of " + one.subnets()).toList();
    }

    private static byte[] address(String literal) throws UnknownHostException {
        return InetAddress.getByName(literal).getAddress();
    }
}
