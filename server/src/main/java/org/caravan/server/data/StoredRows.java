package org.caravan.server.data;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.caravan.diagnostic.UnreadableRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.RowMapper;

/**
 * Reads rows of one kind. An unreadable row throws {@link UnreadableRecord} if it is requested alone. Lists omit it, so that it does not
 * hide the other rows of the table, which can belong to other organisations.
 *
 * @param kind display name of the kind, without an article
 * @param idColumn column of the display id
 * @param applicationColumn column of the application that a row belongs to; empty: none
 * @param wayOut suggestion after "Maybe ", with its full stop
 */
public record StoredRows(String kind, String idColumn, Optional<String> applicationColumn, String wayOut) {

    private static final Logger LOG = LoggerFactory.getLogger(StoredRows.class);
    private static final int MOST_NAMED = 1_000;
    private static final Set<String> NAMED = ConcurrentHashMap.newKeySet();

    /** Throws {@link UnreadableRecord} for an unreadable row. */
    public <T> RowMapper<T> one(RowMapper<T> mapper) {
        return (row, line) -> {
            String id = String.valueOf(row.getString(idColumn));
            Optional<String> application = applicationColumn.isPresent() ? Optional.ofNullable(row.getString(applicationColumn.get()))
                    : Optional.empty();
            try {
                return mapper.mapRow(row, line);
            } catch (DataAccessException | UnreadableRecord known) {
                throw known;
            } catch (RuntimeException damaged) {
                throw new UnreadableRecord(kind, id, application, wayOut, damaged);
            }
        };
    }

    /** Empty for an unreadable row; the row is logged once. */
    public <T> RowMapper<Optional<T>> each(RowMapper<T> mapper) {
        RowMapper<T> one = one(mapper);
        return (row, line) -> {
            try {
                return Optional.of(one.mapRow(row, line));
            } catch (UnreadableRecord unreadable) {
                name(unreadable);
                return Optional.empty();
            }
        };
    }

    /** The error of an unreadable row; empty for a readable row. */
    public RowMapper<Optional<UnreadableRecord>> failure(RowMapper<?> mapper) {
        RowMapper<?> one = one(mapper);
        return (row, line) -> {
            try {
                one.mapRow(row, line);
                return Optional.empty();
            } catch (UnreadableRecord unreadable) {
                return Optional.of(unreadable);
            }
        };
    }

    public static <T> List<T> readable(List<Optional<T>> rows) {
        return rows.stream().flatMap(Optional::stream).toList();
    }

    /** The readable records of a list; unreadable records are logged once. */
    public static <I, T> List<T> readable(List<I> ids, Function<I, Optional<T>> read) {
        return ids.stream().flatMap(id -> {
            try {
                return read.apply(id).stream();
            } catch (UnreadableRecord unreadable) {
                name(unreadable);
                return Optional.<T>empty().stream();
            }
        }).toList();
    }

    /** Logs an unreadable record, once per process and up to 1,000 records. */
    public static void name(UnreadableRecord unreadable) {
        if (NAMED.size() < MOST_NAMED && NAMED.add(unreadable.kind() + " " + unreadable.id())) {
            LOG.error("{}", unreadable.getMessage());
        }
    }
}
