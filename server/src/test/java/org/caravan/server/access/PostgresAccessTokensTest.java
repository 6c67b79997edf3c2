package org.caravan.server.access;

import javax.sql.DataSource;
import org.caravan.server.Tables;

class PostgresAccessTokensTest extends AccessTokensTest {

    private final DataSource tables = Tables.inPostgres();

    @Override
    DataSource tables() {
        return tables;
    }
}
