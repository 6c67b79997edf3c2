package org.caravan.server.rest.page;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.ResponseEntity;

/**
 * Requested page of a list that is sorted by name, from the query parameters {@code after} and {@code most}. Both are described for a
 * method that takes this record.
 *
 * @param after end of the previous page: entries up to and including this name are skipped
 * @param most maximum number of entries on the page, 1 to 1000
 */
public record PageRequest(Optional<String> after, int most) {

    /** The requested page of all entries, sorted by name. Names must be unique. */
    public <T> ResponseEntity<List<T>> of(Collection<T> all, Function<T, String> name) {
        return of(all, name, entry -> entry);
    }

    /** @param shown converts an entry; called only for entries on the page */
    public <T, V> ResponseEntity<List<V>> of(Collection<T> all, Function<T, String> name, Function<T, V> shown) {
        List<T> found = beginning(all, name);
        boolean more = found.size() > most;
        List<V> page = found.stream().limit(most).map(shown).toList();
        return more ? Page.answer("after", name.apply(found.get(most - 1))).body(page) : ResponseEntity.ok(page);
    }

    /** The names on the page, and whether a further page exists. */
    public Part part(Collection<String> names) {
        List<String> found = beginning(names, name -> name);
        return new Part(List.copyOf(found.subList(0, Math.min(most, found.size()))), found.size() > most);
    }

    /** @param more whether further names follow */
    public record Part(List<String> names, boolean more) {

        public ResponseEntity.BodyBuilder answer() {
            return more ? Page.answer("after", names.get(names.size() - 1)) : ResponseEntity.ok();
        }
    }

    /** Returns one entry more than a page holds, to detect a further page. */
    private <T> List<T> beginning(Collection<T> all, Function<T, String> name) {
        return all.stream().map(entry -> Map.entry(name.apply(entry), entry)).filter(entry -> after.isEmpty()
                || entry.getKey().compareTo(after.get()) > 0)
                .sorted(Comparator.comparing(Map.Entry::getKey)).limit(most + 1L).map(Map.Entry::getValue).toList();
    }
}
