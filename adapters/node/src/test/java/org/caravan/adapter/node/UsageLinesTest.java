package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.ClientCounts;
import org.caravan.adapter.ClientCounts.Opened;
import org.caravan.adapter.ClientCounts.Trip;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.LinkUse;
import org.caravan.adapter.QuotaUse;
import org.caravan.adapter.RouterCounts;
import org.caravan.application.RequestCounts;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.infrastructure.TrafficQuota.Period;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.junit.jupiter.api.Test;

class UsageLinesTest {

    @Test
    void aRoutersLineSaysHowManyAnswersOfEachRequestTookHowLong() {
        HostUsage usage = UsageLines.read("""
                host 1000 2000 3 4 5 6
                shop.web-router-bergen.1.7 10 20 0 0 30 40
                requests shop.web-router-bergen.1.7 4-81 bergen home,order 1000042:7,513:1,1000512:2 0:3:1:1,1:9:0:0,2:1:1:0
                requests shop.old-router-bergen.1.7 4-82 - - 42:7 -
                """);
        assertThat(usage.host().cpuMillis()).isEqualTo(1000);
        assertThat(usage.copies()).containsOnlyKeys(CopyId.parse("shop.web-router-bergen.1.7"));
        RouterCounts counts = usage.requests().get(CopyId.parse("shop.web-router-bergen.1.7"));
        assertThat(counts.usersId()).isEqualTo("bergen");
        assertThat(counts.byRequest()).containsOnlyKeys("", "home", "order");
        RequestCounts home = counts.byRequest().get("home");
        assertThat(home.times().answered()).isEqualTo(Map.of(42L, 7L, 512L, 2L));
        assertThat(home.received()).isEqualTo(9);
        assertThat(counts.byRequest().get("").failed()).isEqualTo(2);
        assertThat(counts.byRequest().get("order").answered()).isEqualTo(1);
        assertThat(counts.all().received()).isEqualTo(13);
        assertThat(RequestCounts.parse(home.text())).isEqualTo(home);
        RouterCounts old = usage.requests().get(CopyId.parse("shop.old-router-bergen.1.7"));
        assertThat(old.usersId()).isEmpty();
        assertThat(old.all().received()).isEqualTo(7);
    }

    @Test
    void linesThatNoRouterWritesHideOnlyThatRouter() {
        HostUsage usage = UsageLines.read("""
                host 1000 2000 3 4 5 6
                requests shop.web-router-bergen.1.7 4-81 bergen home 2000042:7 -
                requests shop.own.1.7 4-81 a b x 42:7 -
                requests x
                requests shop.old-router-bergen.1.7 4-82 - - 42:7 -
                """);
        assertThat(usage.host().cpuMillis()).isEqualTo(1000);
        assertThat(usage.requests()).containsOnlyKeys(CopyId.parse("shop.old-router-bergen.1.7"));
    }

    @Test
    void aClientsLineHasConnectionsBySubnetAndRoundTripTimes() {
        HostUsage usage = UsageLines.read("""
                host 1000 2000 3 4 5 6
                clients shop.web.1.7 1780000 2 80/10.7.88.0/41,80/fd4e:1::/2 80/10.7.88.9/12.4,443/fd4e:1::7/3
                clients shop.idle.1.7 1780001 0 - -
                """);
        ClientCounts counts = usage.clients().get(CopyId.parse("shop.web.1.7"));
        assertThat(counts).isEqualTo(new ClientCounts("1780000", 2,
                List.of(new Opened(80, "10.7.88.0", 41), new Opened(80, "fd4e:1::", 2)),
                List.of(new Trip(80, "10.7.88.9", 12.4), new Trip(443, "fd4e:1::7", 3))));
        assertThat(counts.attempts()).isEqualTo(45);
        assertThat(usage.clients().get(CopyId.parse("shop.idle.1.7")).attempts()).isZero();
    }

    @Test
    void linesThatNoKernelWritesHideOnlyThatCopy() {
        String many = "80/10.7.88.0/1,".repeat(1024) + "80/10.7.88.0/1";
        HostUsage usage = UsageLines.read("""
                host 1000 2000 3 4 5 6
                clients shop.web.1.7 1780000 2 80/10.7.88.0/-1 -
                clients shop.web.1.7 1780000 2 99999/10.7.88.0/1 -
                clients shop.web.1.7 1780000 2 80/host.example/1 -
                clients shop.web.1.7 1780000 2 - 80/10.7.88.9/NaN
                clients shop.web.1.7 1780000 2 - 80/10.7.88.9/1e300
                clients shop.web.1.7 1780000 2 80/10.7.88.0/1, -
                clients shop.web.1.7 now 2 - -
                clients shop.web.1.7 1780000 2 %s -
                clients shop.web.1.7
                clients shop 1780000 2 - -
                clients shop.db.1.7 1780000 0 - -
                """.formatted(many));
        assertThat(usage.host().cpuMillis()).isEqualTo(1000);
        assertThat(usage.clients()).containsOnlyKeys(CopyId.parse("shop.db.1.7"));
    }

    /** A shaper of an earlier version does not say when it counted, nor what was promised. */
    @Test
    void linesThatNoShaperWritesHideNothingElse() {
        HostUsage usage = UsageLines.read("""
                host 1000 2000 3 4 5 6
                bandwidth shop.web.1.7 BKK
                bandwidth shop.web.1.7 BKK   0 9000000 8700
                bandwidth shop.web.1.7 BKK 4711 x 9000000 8700 12 20000000 5000000 - 1
                bandwidth shop.web.1.7 BKK 4711 81.204 9000000 8700 12 20000000 -5 - 1
                bandwidth shop.web.1.7 BKK 4711 81.204 9000000 8700 12 20000000 5000000 - NaN
                bandwidth shop 4711 BKK 81.204 9000000 8700 12 20000000 5000000 - 1
                bandwidth shop.db.1.7 BKK 4711 81.204 9000000 8700 12 20000000 5000000 - 1
                shop.web.1.7 10 20 0 0 30 40
                """);
        assertThat(usage.host().cpuMillis()).isEqualTo(1000);
        assertThat(usage.copies()).containsOnlyKeys(CopyId.parse("shop.web.1.7"));
        assertThat(usage.bandwidth()).containsOnlyKeys(CopyId.parse("shop.db.1.7"));
    }

    @Test
    void aQuotaHasWhatIsUsedSinceItsPeriodBegan() {
        HostUsage usage = UsageLines.read("""
                host 1000 2000 3 4 5 6
                quota lte 5000000 day 256000 9000000 1780272000
                period lte 1780185600 0 1780200000
                period lte 1780272000 3000000 1780272100
                quota adsl 5000000 month 256000 70 1780272000
                period adsl 1780272000 30 0
                quota adsl 5000000 month 256000 90 1780272000
                period gone 1780272000 30 1780272100
                quota broken 5000000 year 256000 70 1780272000
                quota without 5000000 day 256000 70 1780272000
                quota paid 5000000 day price:90000 5000070 1780272000
                period paid 1780272000 0 1780272100
                quota wrong 5000000 day price:x 70 1780272000
                period wrong 1780272000 0 0
                shop.web.1.7 10 20 0 0 30 40
                """);
        Instant begin = Instant.ofEpochSecond(1780272000);
        assertThat(usage.quotas()).containsExactly(
                new QuotaUse("adsl", new TrafficQuota(new Bytes(5_000_000), Period.MONTH, new BitRate(256_000)), begin, new Bytes(40),
                        Optional.empty(), new TreeMap<>()),
                new QuotaUse("lte", new TrafficQuota(new Bytes(5_000_000), Period.DAY, new BitRate(256_000)), begin, new Bytes(6_000_000),
                        Optional.of(begin.plusSeconds(100)), new TreeMap<>(Map.of(Instant.ofEpochSecond(1780185600),
                                Instant.ofEpochSecond(1780200000)))),
                new QuotaUse("paid", new TrafficQuota(new Bytes(5_000_000), Period.DAY, new TrafficQuota.Price(new DataPrice(90_000))),
                        begin, new Bytes(5_000_070), Optional.of(begin.plusSeconds(100)), new TreeMap<>()));
        assertThat(usage.copies()).containsOnlyKeys(CopyId.parse("shop.web.1.7"));
    }

    @Test
    void aLineOfBandwidthHasCountersAndWhatIsEnforced() {
        HostUsage usage = UsageLines.read("""
                host 1000 2000 3 4 5 6
                bandwidth shop.web.1.7 BKK 4711 81.204 9000000 8700 12 20000000 5000000 - 1
                bandwidth shop.web.1.7 Fibre 4711 81.204 0 0 0 32000000000 0 3000000 2.5
                inbound shop.web.1.7 BKK 4711 81.204 70 60 0 19000000 5000000 - 1
                """);
        assertThat(usage.bandwidth()).containsOnlyKeys(CopyId.parse("shop.web.1.7"));
        assertThat(usage.bandwidth().get(CopyId.parse("shop.web.1.7"))).containsExactly(
                new LinkUse("4711", 81.204, new Bytes(9_000_000), new Bytes(8_700), new Bytes(12), new LinkBandwidth("BKK",
                        Optional.of(BitRate.ofMbps(20)), BitRate.ofMbps(5), Optional.empty(), 1)),
                new LinkUse("4711", 81.204, new Bytes(0), new Bytes(0), new Bytes(0), new LinkBandwidth("Fibre",
                        Optional.empty(), BitRate.ZERO, Optional.of(BitRate.ofMbps(3)), 2.5)),
                new LinkUse("4711", 81.204, new Bytes(70), new Bytes(60), new Bytes(0), new LinkBandwidth("BKK", Optional.empty(),
                        BitRate.ofMbps(5), Optional.empty(), 1).withDownlink(Optional.of(BitRate.ofMbps(19))), true));
    }
}
