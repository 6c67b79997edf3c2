package org.caravan.server.rest;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.ResponseEntity;

/**
 * Which part of a list in the order of its names is asked for, by {@code after} and {@code most} of a query. A method that takes one has both described.
 *
 * @param after where the last page ended: what has such a name, or one before it, is left out
 * @param most how many entries a page has at most, 1 to 1000
 */
public record PageWish(Optional<String> after, int most) {

    /** The page of all entries, in the order of their names, of which no two have the same. */
    public <T> ResponseEntity<List<T>> of(Collection<T> all, Function<T, String> name) {
        return of(all, name, entry -> entry);
    }

    /** @param shown asked of what is on the page alone */
    public <T, V> ResponseEntity<List<V>> of(Collection<T> all, Function<T, String> name, Function<T, V> shown) {
        List<T> found = beginning(all, name);
        boolean more = found.size() > most;
        List<V> page = found.stream().limit(most).map(shown).toList();
        return more ? Page.answer("after", name.apply(found.get(most - 1))).body(page) : ResponseEntity.ok(page);
    }

    /** The names on the page, and where the next one begins if there is one. */
    public Part part(Collection<String> names) {
        List<String> found = beginning(names, name -> name);
        return new Part(List.copyOf(found.subList(0, Math.min(most, found.size()))), found.size() > most);
    }

    /** @param more whether there are names behind these */
    public record Part(List<String> names, boolean more) {

        public ResponseEntity.BodyBuilder answer() {
            return more ? Page.answer("after", names.get(names.size() - 1)) : ResponseEntity.ok();
        }
    }

    /** One more than are shown tells that there is more. */
    private <T> List<T> beginning(Collection<T> all, Function<T, String> name) {
        return all.stream().map(entry -> Map.entry(name.apply(entry), entry)).filter(entry -> after.isEmpty() || entry.getKey().compareTo(after.get()) > 0)
                .sorted(Comparator.comparing(Map.Entry::getKey)).limit(most + 1L).map(Map.Entry::getValue).toList();
    }
}
