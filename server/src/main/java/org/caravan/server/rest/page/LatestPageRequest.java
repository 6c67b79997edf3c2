package org.caravan.server.rest.page;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.ResponseEntity;

/**
 * Requested page of a list that is sorted newest first, from the query parameters {@code before} and {@code most}. Both are described for a
 * method that takes this record, with the texts of its {@link NewestFirst}. For lists sorted by name see {@link PageRequest}.
 *
 * @param <K> type of the entry keys: {@link Long} for increasing numbers, {@link String} for ids
 * @param before end of the previous page: the entry with this key and newer entries are skipped
 * @param most maximum number of entries on the page, 1 to 1000
 */
public record LatestPageRequest<K>(Optional<K> before, int most) {

    /** Number of entries to query: one more than a page holds, to detect a further page. */
    public int wanted() {
        return most + 1;
    }

    /**
     * @param found entries after {@link #before}, up to {@link #wanted}
     * @param key key of an entry, which the next page passes as {@code before}
     */
    public <T> ResponseEntity<List<T>> of(List<T> found, Function<T, ?> key) {
        if (found.size() <= most) {
            return ResponseEntity.ok(found);
        }
        List<T> shown = List.copyOf(found.subList(0, most));
        return Page.answer(PagedAnswers.BEFORE, key.apply(shown.get(most - 1)).toString()).body(shown);
    }

    /** The page of a complete list. If no entry has the key {@link #before}, the page is empty. */
    public <T> ResponseEntity<List<T>> ofAll(List<T> all, Function<T, K> key) {
        List<T> left = before.isEmpty() ? all : all.stream().dropWhile(entry -> !key.apply(entry).equals(before.get())).skip(1).toList();
        return of(left.subList(0, Math.min(wanted(), left.size())), key);
    }
}
