package org.caravan.server.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.QuotaUse;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.metrics.LinkQuotas;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.junit.jupiter.api.Test;

/** A report changes only what is not known yet; most reports change nothing. */
class QuotaChangesTest {

    private static final TrafficQuota QUOTA = new TrafficQuota(new Bytes(1_000_000_000), TrafficQuota.Period.DAY, BitRate.ofMbps(2));
    private static final Instant TODAY = Instant.parse("2026-11-26T00:00:00Z");
    private static final Instant YESTERDAY = TODAY.minus(Duration.ofDays(1));
    private static final Instant NOW = TODAY.plusSeconds(7_200);
    private final List<QuotaSwitch> known = new ArrayList<>();

    @Test
    void eachSwitchIsNewsOnce() {
        assertThat(rules(over(60, YESTERDAY))).containsExactly(BuiltInRule.QUOTA_USED_UP, BuiltInRule.QUOTA_USED_UP);
        assertThat(changes(over(60, YESTERDAY))).isEmpty();
        assertThat(rules(within())).containsExactly(BuiltInRule.QUOTA_RENEWED);
        assertThat(changes(within())).isEmpty();
        assertThat(known).hasSize(2).allMatch(one -> !one.open());
    }

    @Test
    void aPriceIsADecisionWithThePriceFromThenOn() {
        TrafficQuota priced = new TrafficQuota(QUOTA.amount(), TrafficQuota.Period.DAY, new TrafficQuota.Price(new DataPrice(90_000)));
        QuotaUse over = new QuotaUse("lte", priced, TODAY, new Bytes(1_000_000_007), Optional.of(TODAY.plusSeconds(60)), new TreeMap<>());
        QuotaChanges.Change change = changes(over).get(0);
        DecisionRecord decided = change.decided().orElseThrow();
        assertThat(decided.rule()).isEqualTo(BuiltInRule.QUOTA_USED_UP);
        assertThat(decided.toString()).contains("quota 1 GB/day then egress 0.09 EUR/GiB")
                .contains("Traffic costs 0.09 EUR/GiB from 2026-11-26 00:01 UTC, until 2026-11-27 00:00 UTC.")
                .contains("EUR/GiB").doesNotContain("lowered the capacity");
        known.addAll(change.switches());
        QuotaUse within = new QuotaUse("lte", priced, TODAY, new Bytes(9), Optional.empty(), new TreeMap<>());
        assertThat(changes(within).get(0).decided().orElseThrow().toString())
                .contains("What copies send on the link has its usual price again.");
    }

    @Test
    void aQuotaThatWasRaisedCanBeUsedUpAgain() {
        rules(over(60));
        rules(within());
        assertThat(rules(over(3_600))).containsExactly(BuiltInRule.QUOTA_USED_UP);
        assertThat(changes(over(3_600))).isEmpty();
    }

    @Test
    void aHostThatRestartedReportsNoNews() {
        rules(over(60));
        assertThat(rules()).isEmpty();
        assertThat(known).noneMatch(QuotaSwitch::open);
        assertThat(rules(over(60))).isEmpty();
        assertThat(known).singleElement().matches(QuotaSwitch::open);
        assertThat(changes(over(60))).isEmpty();
    }

    @Test
    void whatIsForgottenIsNotNewsAgain() {
        assertThat(changes(over(60, TODAY.minus(Duration.ofDays(300))))).singleElement()
                .matches(change -> change.switches().get(0).begin().equals(TODAY));
    }

    /** Records what changes, as the database does. */
    private List<BuiltInRule> rules(QuotaUse... uses) {
        List<QuotaChanges.Change> changes = changes(uses);
        changes.forEach(change -> change.switches().forEach(one -> {
            known.removeIf(old -> old.link().equals(one.link()) && old.begin().equals(one.begin()));
            known.add(one);
        }));
        return changes.stream().flatMap(change -> change.decided().stream()).map(decided -> decided.rule()).toList();
    }

    private List<QuotaChanges.Change> changes(QuotaUse... uses) {
        return QuotaChanges.of(new LinkQuotas.Report("pi", List.of(uses), NOW), known, TODAY.minus(Duration.ofDays(200)));
    }

    private static QuotaUse over(int second, Instant... earlier) {
        TreeMap<Instant, Instant> before = new TreeMap<>();
        for (Instant begin : earlier) {
            before.put(begin, begin.plusSeconds(30));
        }
        return new QuotaUse("lte", QUOTA, TODAY, new Bytes(1_000_000_007), Optional.of(TODAY.plusSeconds(second)), before);
    }

    private static QuotaUse within() {
        return new QuotaUse("lte", QUOTA, TODAY, new Bytes(9), Optional.empty(), new TreeMap<>());
    }
}
