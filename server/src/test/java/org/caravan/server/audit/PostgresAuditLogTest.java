package org.caravan.server.audit;

import java.util.List;
import javax.sql.DataSource;
import org.caravan.server.Tables;

class PostgresAuditLogTest extends AuditLogTest {

    @Override
    DataSource tables() {
        return Tables.inPostgres();
    }

    @Override
    List<String> withoutTriggers() {
        return List.of("drop trigger audit_entry_is_never_changed on audit_entry");
    }
}
