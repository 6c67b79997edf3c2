package org.caravan.server.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.caravan.adapter.QuotaUse;
import org.caravan.execution.sql.Leadership;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.Settings;
import org.caravan.server.Tables;
import org.caravan.server.decision.GivenDecisions;
import org.caravan.server.leading.GivenLeader;
import org.caravan.server.metrics.LinkQuotas;
import org.caravan.server.planning.Targets;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Two servers with one database: only the leader's view of quotas is kept, and each switch is one decision. */
class QuotaWatchTest {

    private static final TrafficQuota QUOTA = new TrafficQuota(new Bytes(1_000_000_000), TrafficQuota.Period.DAY, BitRate.ofMbps(2));
    private static final Instant TODAY = Instant.parse("2026-11-26T00:00:00Z");
    private static final Instant NOW = TODAY.plusSeconds(7_200);
    private static final Clock CLOCK = Clock.fixed(NOW.plusSeconds(20), ZoneOffset.UTC);

    private final DataSource tables = Tables.inPostgres();
    private final JdbcClient database = JdbcClient.create(tables);
    private SqlRunStore journal;
    private Leadership first;
    private Leadership second;
    private long epoch;

    @BeforeEach
    void open() {
        journal = SqlRunStore.inPostgres(tables, "test");
        first = Leadership.inPostgres(tables, "first", Duration.ofMinutes(1));
        second = Leadership.inPostgres(tables, "second", Duration.ofMinutes(1));
        epoch = first.take().orElseThrow();
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
        journal.close();
    }

    /** The first server stalls between its read of what is known and its write; the second leads and sees the renewal meanwhile. */
    @Test
    void aFormerLeaderOverwritesNoSwitch() {
        LinkQuotas seen = reports(NOW, Optional.of(TODAY.plusSeconds(60)));
        watch(seen, epoch, () -> {
            first.giveBack(epoch);
            long next = second.take().orElseThrow();
            watch(reports(NOW, Optional.of(TODAY.plusSeconds(60))), next, () -> { }).look();
            watch(reports(NOW.plusSeconds(15), Optional.empty()), next, () -> { }).look();
        }).look();
        assertThat(switches("renewed is not null")).as("renewed, as the second server recorded").isEqualTo(1);
        assertThat(switches("renewed is null")).isZero();
        assertThat(decisions()).containsExactly("quota-used-up", "quota-renewed");
    }

    /** A report is looked at once by a server; another server that looks at it again finds the switch in the database. */
    @Test
    void theLeaderRecordsAndEachSwitchOnce() {
        LinkQuotas seen = reports(NOW, Optional.of(TODAY.plusSeconds(60)));
        QuotaWatch watch = watch(seen, epoch, () -> { });
        watch.look();
        watch.look();
        assertThat(switches("renewed is null")).isEqualTo(1);
        assertThat(decisions()).containsExactly("quota-used-up");
        watch(seen, epoch, () -> { }).look();
        assertThat(decisions()).containsExactly("quota-used-up");
    }

    private QuotaWatch watch(LinkQuotas seen, long epoch, Runnable stall) {
        return new QuotaWatch(seen, new Stalling(stall), GivenDecisions.decisions(tables, CLOCK), database,
                GivenLeader.inEpoch(epoch, tables),
                new Settings.Metrics(Duration.ofSeconds(15)), CLOCK);
    }

    private static LinkQuotas reports(Instant at, Optional<Instant> exceeded) {
        LinkQuotas quotas = new LinkQuotas();
        quotas.take(new LinkQuotas.Report("pi", List.of(new QuotaUse("lte", QUOTA, TODAY, new Bytes(1_000_000_007), exceeded,
                new TreeMap<>())), at));
        return quotas;
    }

    private int switches(String condition) {
        return database.sql("select count(*) from quota_switch where " + condition).query(Integer.class).single();
    }

    private List<String> decisions() {
        return database.sql("select rule from decision order by number").query(String.class).list();
    }

    /** The watch asks for the applications of a link after it has read what is known, and before it writes. */
    private record Stalling(Runnable stall) implements Targets {

        @Override
        public Optional<DeploymentPlan> target(String application) {
            return Optional.empty();
        }

        @Override
        public List<DeploymentPlan> all() {
            stall.run();
            return List.of();
        }
    }
}
