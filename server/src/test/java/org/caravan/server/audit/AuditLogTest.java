package org.caravan.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.caravan.server.Tables;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

class AuditLogTest {

    private static final AuditRequest REQUEST = new AuditRequest("local", "owner", "admin", "127.0.0.1", "PUT /api/v1/infrastructure", "");

    @TempDir
    Path folder;

    private JdbcClient database;
    private AuditLog log;

    @BeforeEach
    void write() {
        database = JdbcClient.create(tables());
        log = new AuditLog(database, Clock.systemUTC());
        for (int i = 0; i < 3; i++) {
            log.answered(log.asked(REQUEST), REQUEST, 200);
        }
    }

    @Test
    void anEmptyLogAndAWrittenOneAreIntact() {
        assertThat(log.firstBroken()).isEmpty();
        assertThat(log.head().number()).isEqualTo(6);
    }

    /** An entry says of which organisation its token was; who takes that out is seen. */
    @Test
    void theOrganisationIsInTheChain() {
        AuditRequest ofAcme = new AuditRequest("5fd1a07c", "jane", "admin", "127.0.0.1", "POST /api/v1/tokens", "acme");
        log.refused(ofAcme, 403);
        assertThat(log.firstBroken()).isEmpty();
        assertThat(log.before(100, Optional.of("acme"), Optional.empty(), Optional.empty(), 10)).extracting(AuditEntry::request)
                .containsExactly(ofAcme);
        withoutTriggers("update audit_entry set organisation = '' where number = 7");
        assertThat(log.firstBroken()).contains(7L);
    }

    @Test
    void theDatabaseRefusesChanges() {
        assertThatThrownBy(() -> database.sql("update audit_entry set name = 'nobody'").update()).hasMessageContaining("append-only");
        assertThatThrownBy(() -> database.sql("delete from audit_entry").update()).hasMessageContaining("append-only");
    }

    @Test
    void whoGoesAroundItIsSeen() {
        withoutTriggers("update audit_entry set status = 403 where number = 4");
        assertThat(log.firstBroken()).contains(4L);
    }

    @Test
    void anEntryTakenOutIsSeen() {
        withoutTriggers("delete from audit_entry where number = 2");
        assertThat(log.firstBroken()).contains(2L);
    }

    /** A chain alone cannot show it: the head that was kept elsewhere does. */
    @Test
    void anEndCutOffIsSeenByTheHead() {
        AuditLog.Head head = log.head();
        withoutTriggers("delete from audit_entry where number > 4");
        assertThat(log.firstBroken()).isEmpty();
        assertThat(log.has(head)).isFalse();
        assertThat(log.has(log.head())).isTrue();
    }

    @Test
    void manyAtOnceAreOneChain() {
        IntStream.range(0, 40).parallel().forEach(i -> log.refused(REQUEST, 403));
        assertThat(log.head().number()).isEqualTo(46);
        assertThat(log.firstBroken()).isEmpty();
    }

    DataSource tables() {
        return Tables.in(folder);
    }

    List<String> withoutTriggers() {
        return List.of("drop trigger audit_entry_is_never_changed", "drop trigger audit_entry_is_never_deleted");
    }

    private void withoutTriggers(String change) {
        withoutTriggers().forEach(drop -> database.sql(drop).update());
        database.sql(change).update();
    }
}
