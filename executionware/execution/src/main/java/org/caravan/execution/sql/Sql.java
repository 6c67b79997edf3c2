package org.caravan.execution.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Executes a statement with its values: numbers unchanged, empty optionals as null, all others as text. */
final class Sql {

    private Sql() {}

    /** Converts the current row. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    static <T> List<T> query(Connection connection, String sql, Row<T> row, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values); ResultSet result = statement.executeQuery()) {
            List<T> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(row.read(result));
            }
            return rows;
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            Object value = values[i] instanceof Optional<?> optional ? optional.orElse(null) : values[i];
            statement.setObject(i + 1, value instanceof Number || value == null ? value : value.toString());
        }
        return statement;
    }
}
