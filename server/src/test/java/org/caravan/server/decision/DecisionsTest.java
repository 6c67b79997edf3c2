package org.caravan.server.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.caravan.server.Tables;
import org.caravan.server.events.Event;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A decision and what the server keeps about it are both recorded, or neither. */
class DecisionsTest {

    private static final DecisionRecord USED_UP = DecisionRecord.of(BuiltInRule.QUOTA_USED_UP, "All is sent.", "It is slower.");

    @TempDir
    Path folder;

    private final List<Event> published = new ArrayList<>();
    private JdbcClient database;
    private Decisions decisions;

    @BeforeEach
    void open() {
        DataSource tables = Tables.in(folder);
        database = JdbcClient.create(tables);
        decisions = new Decisions(new DecisionStore(database), published::add, Clock.systemUTC(), new SimpleMeterRegistry(), tables);
    }

    @AfterEach
    void close() throws InterruptedException {
        decisions.close();
    }

    @Test
    void bothAreRecorded() {
        decisions.record(List.of(USED_UP.by("shop"), USED_UP.by("blog")), this::keep);
        assertThat(count("quota_switch")).isEqualTo(1);
        assertThat(count("decision")).isEqualTo(2);
        assertThat(published).hasSize(2);
    }

    @Test
    void whatIsKeptGoesWithADecisionThatIsRefused() {
        database.sql("create trigger refuse before insert on decision begin select raise(abort, 'full'); end").update();
        assertThatThrownBy(() -> decisions.record(List.of(USED_UP), this::keep)).isInstanceOf(DataAccessException.class);
        assertThat(count("quota_switch")).isZero();
        assertThat(published).isEmpty();
        database.sql("drop trigger refuse").update();
        decisions.record(List.of(USED_UP), this::keep);
        assertThat(count("quota_switch")).isEqualTo(1);
        assertThat(count("decision")).isEqualTo(1);
    }

    @Test
    void noDecisionIsMadeWithoutWhatIsKept() {
        assertThatThrownBy(() -> decisions.record(List.of(USED_UP), () -> {
            keep();
            throw new IllegalStateException("the server ends");
        })).hasMessage("the server ends");
        assertThat(count("quota_switch")).isZero();
        assertThat(count("decision")).isZero();
    }

    private void keep() {
        database.sql("insert into quota_switch (host, link, begin, at) values ('pi', 'lte', '2026-11-26', '2026-11-26')").update();
    }

    private int count(String table) {
        return database.sql("select count(*) from " + table).query(Integer.class).single();
    }
}
