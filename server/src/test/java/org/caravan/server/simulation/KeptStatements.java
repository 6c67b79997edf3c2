package org.caravan.server.simulation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.HashMap;
import java.util.Map;

/** A connection that keeps its prepared statements: servers execute the same few ones in each round, and preparing costs most of it. */
final class KeptStatements {

    private KeptStatements() {}

    /** @param connection used by one thread at a time, which closes a statement before it prepares the same one again */
    static Connection of(Connection connection) {
        Map<String, PreparedStatement> kept = new HashMap<>();
        return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(), new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement") && arguments.length == 1) {
                        String sql = (String) arguments[0];
                        PreparedStatement known = kept.remove(sql);
                        return released(sql, known == null ? connection.prepareStatement(sql) : known, kept);
                    }
                    return called(() -> method.invoke(connection, arguments));
                });
    }

    private static PreparedStatement released(String sql, PreparedStatement statement, Map<String, PreparedStatement> kept) {
        boolean[] closed = {false};
        return (PreparedStatement) Proxy.newProxyInstance(Connection.class.getClassLoader(), new Class<?>[] {PreparedStatement.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("close")) {
                        return called(() -> method.invoke(statement, arguments));
                    }
                    // A second close must not give back what another caller has since.
                    if (closed[0]) {
                        return null;
                    }
                    closed[0] = true;
                    statement.clearParameters();
                    if (kept.putIfAbsent(sql, statement) != null) {
                        statement.close();
                    }
                    return null;
                });
    }

    private interface Call {
        Object made() throws ReflectiveOperationException;
    }

    private static Object called(Call call) throws Throwable {
        try {
            return call.made();
        } catch (InvocationTargetException fault) {
            throw fault.getCause();
        }
    }
}
