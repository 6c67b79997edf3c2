package org.caravan.server.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import javax.sql.DataSource;
import org.caravan.application.Bandwidth;
import org.caravan.server.Tables;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

class BandwidthChoicesTest {

    private static final Instant AT = Instant.parse("2026-11-27T12:00:00Z");

    @TempDir
    Path folder;

    private DataSource tables;

    @BeforeEach
    void open() {
        tables = tables();
    }

    DataSource tables() {
        return Tables.in(folder);
    }

    /** Plans are named by their content, so a person and a rule that propose the same bandwidth have the same plan. */
    @Test
    void twoProposalsOfOnePlanBecomeOneChoice() {
        at(Duration.ofMillis(500)).propose("shop", "web:1", mbps(7), "plan", "anna");
        at(Duration.ZERO).propose("shop", "web:1", mbps(5), "plan", "rule busy");
        at(Duration.ZERO).propose("shop", "web:2", mbps(3), "plan", "rule busy");
        at(Duration.ZERO).propose("shop", "web:1", mbps(9), "another-plan", "rule quiet");
        BandwidthChoices choices = at(Duration.ofMinutes(1));

        choices.settle("shop", "plan");

        assertThat(choices.of("shop", Optional.empty())).as("of the newest proposal").hasSize(2)
                .containsEntry("web:1", Optional.of(mbps(7))).containsEntry("web:2", Optional.of(mbps(3)));
        assertThat(texts("select chosen_by from chosen_bandwidth order by instance")).containsExactly("anna", "rule busy");
        assertThat(texts("select plan from proposed_bandwidth")).containsExactly("another-plan");
        choices.settle("shop", "plan");
        choices.settle("shop", "another-plan");
        assertThat(choices.of("shop", Optional.empty())).containsEntry("web:1", Optional.of(mbps(9)));
    }

    private Iterable<String> texts(String query) {
        return JdbcClient.create(tables).sql(query).query(String.class).list();
    }

    private BandwidthChoices at(Duration later) {
        return new BandwidthChoices(tables, application -> Optional.of(1L), Clock.fixed(AT.plus(later), ZoneOffset.UTC));
    }

    private static Bandwidth mbps(long rate) {
        return new Bandwidth(1, BitRate.ofMbps(rate), Optional.empty());
    }
}
