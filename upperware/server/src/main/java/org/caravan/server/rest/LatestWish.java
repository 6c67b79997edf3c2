package org.caravan.server.rest;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.ResponseEntity;

/**
 * Which part of a list that is newest first is asked for, by {@code before} and {@code most} of a query. A method that takes one has both described, as its
 * {@link NewestFirst} says. Lists in the order of names: {@link PageWish}.
 *
 * @param <K> of keys of entries: {@link Long} for numbers that rise, {@link String} for ids
 * @param before where the last page ended: the entry with this key is left out, and what is newer
 * @param most how many entries a page has at most, 1 to 1000
 */
public record LatestWish<K>(Optional<K> before, int most) {

    /** How many to look for: one more than are shown tells that there is more. */
    public int wanted() {
        return most + 1;
    }

    /** @param found those behind {@link #before}, up to {@link #wanted}; @param key what the next page asks for as {@code before} */
    public <T> ResponseEntity<List<T>> of(List<T> found, Function<T, ?> key) {
        if (found.size() <= most) {
            return ResponseEntity.ok(found);
        }
        List<T> shown = List.copyOf(found.subList(0, most));
        return Page.answer(PagedAnswers.BEFORE, key.apply(shown.get(most - 1)).toString()).body(shown);
    }

    /** The same of a whole list. Of an entry that is not there nothing is known to come before it. */
    public <T> ResponseEntity<List<T>> ofAll(List<T> all, Function<T, K> key) {
        List<T> left = before.isEmpty() ? all : all.stream().dropWhile(entry -> !key.apply(entry).equals(before.get())).skip(1).toList();
        return of(left.subList(0, Math.min(wanted(), left.size())), key);
    }
}
