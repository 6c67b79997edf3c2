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
 * Reads rows of one kind. A row that cannot be read is an {@link UnreadableRecord} where it alone is asked for, and is left out of lists, so that it does not hide the
 * other rows of the same table, which can belong to other organisations.
 *
 * @param kind for a person, without an article
 * @param idColumn column that tells the row from others, for a person
 * @param applicationColumn column with the application that it belongs to; empty: it belongs to none
 * @param wayOut what to do, after "Maybe ", with its full stop
 */
public record StoredRows(String kind, String idColumn, Optional<String> applicationColumn, String wayOut) {

    private static final Logger LOG = LoggerFactory.getLogger(StoredRows.class);
    private static final int MOST_NAMED = 1_000;
    private static final Set<String> NAMED = ConcurrentHashMap.newKeySet();

    /** Throws an {@link UnreadableRecord} for a row that cannot be read. */
    public <T> RowMapper<T> one(RowMapper<T> mapper) {
        return (row, line) -> {
            String id = String.valueOf(row.getString(idColumn));
            Optional<String> application = applicationColumn.isPresent() ? Optional.ofNullable(row.getString(applicationColumn.get())) : Optional.empty();
            try {
                return mapper.mapRow(row, line);
            } catch (DataAccessException | UnreadableRecord known) {
                throw known;
            } catch (RuntimeException damaged) {
                throw new UnreadableRecord(kind, id, application, wayOut, damaged);
            }
        };
    }

    /** Empty for a row that cannot be read; the log names it once. */
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

    /** The record of a row that cannot be read; empty if it can. */
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

    /** Those of a list that can be read; the log names the others once. */
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

    /** In the log, once in the life of this process. */
    public static void name(UnreadableRecord unreadable) {
        if (NAMED.size() < MOST_NAMED && NAMED.add(unreadable.kind() + " " + unreadable.id())) {
            LOG.error("{}", unreadable.getMessage());
        }
    }
}
