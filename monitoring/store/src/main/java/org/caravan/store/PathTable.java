package org.caravan.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathId;

/** Maps paths to numbers, so that a sample does not repeat five names. */
final class PathTable {

    private PathTable() {}

    static OptionalLong number(Connection connection, PathId path) throws SQLException {
        String select = "SELECT id FROM path WHERE from_site = ? AND from_isp = ? AND to_site = ? AND to_isp = ? AND family = ?";
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            bind(statement, path);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    static long numberOrNew(Connection connection, PathId path) throws SQLException {
        String insert = "INSERT OR IGNORE INTO path (from_site, from_isp, to_site, to_isp, family) VALUES (?, ?, ?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            bind(statement, path);
            statement.executeUpdate();
        }
        return number(connection, path).orElseThrow();
    }

    static Map<Long, PathId> all(Connection connection) throws SQLException {
        Map<Long, PathId> paths = new HashMap<>();
        String select = "SELECT id, from_site, from_isp, to_site, to_isp, family FROM path";
        try (PreparedStatement statement = connection.prepareStatement(select);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                IpFamily family = IpFamily.valueOf(row.getString(6));
                paths.put(row.getLong(1), new PathId(
                        new AccessPoint(row.getString(2), row.getString(3), family),
                        new AccessPoint(row.getString(4), row.getString(5), family)));
            }
        }
        return paths;
    }

    private static void bind(PreparedStatement statement, PathId path) throws SQLException {
        statement.setString(1, path.from().siteId());
        statement.setString(2, path.from().ispId());
        statement.setString(3, path.to().siteId());
        statement.setString(4, path.to().ispId());
        statement.setString(5, path.from().family().name());
    }
}
