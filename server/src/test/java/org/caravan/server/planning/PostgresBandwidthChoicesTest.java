package org.caravan.server.planning;

import javax.sql.DataSource;
import org.caravan.server.Tables;

class PostgresBandwidthChoicesTest extends BandwidthChoicesTest {

    @Override
    DataSource tables() {
        return Tables.inPostgres();
    }
}
