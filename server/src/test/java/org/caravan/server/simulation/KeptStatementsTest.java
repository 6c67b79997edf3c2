package org.caravan.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class KeptStatementsTest {

    private static final String SQL = "select 1";

    private int prepared;

    private final Connection connection = KeptStatements.of(proxy(Connection.class, (unused, method, arguments) -> {
        int number = ++prepared;
        return proxy(PreparedStatement.class, (statement, called, none) -> called.getName().equals("getMaxRows") ? number : null);
    }));

    @Test
    void aClosedStatementIsUsedAgain() throws SQLException {
        connection.prepareStatement(SQL).close();
        assertThat(connection.prepareStatement(SQL).getMaxRows()).isEqualTo(1);
        assertThat(prepared).isEqualTo(1);
    }

    @Test
    void aSecondCloseDoesNotGiveAwayWhatAnotherCallerUses() throws SQLException {
        PreparedStatement first = connection.prepareStatement(SQL);
        first.close();
        PreparedStatement again = connection.prepareStatement(SQL);
        first.close();
        assertThat(again.getMaxRows()).isEqualTo(1);
        assertThat(connection.prepareStatement(SQL).getMaxRows()).isEqualTo(2);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(KeptStatementsTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
