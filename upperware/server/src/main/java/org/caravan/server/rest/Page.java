package org.caravan.server.rest;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/** A part of a list, newest first; where there is more, the header {@code Link} leads to the next part (RFC 8288). Lists in the order of names: {@link PageWish}. */
public final class Page {

    static final int MOST = 1000;

    private Page() {}

    /** @return how many to look for: one more than are shown tells that there is more */
    public static int wanted(int most) {
        check(most);
        return most + 1;
    }

    static void check(int most) {
        if (most < 1 || most > MOST) {
            throw new Refusal(HttpStatus.UNPROCESSABLE_CONTENT, "page-most", "A page has not (" + most + ") entries, but 1 to " + MOST + ".", "use 100.");
        }
    }

    /** @param found up to {@link #wanted}; @param key what the next page asks for as {@code before} */
    public static <T> ResponseEntity<List<T>> of(List<T> found, int most, Function<T, Object> key) {
        if (found.size() <= most) {
            return ResponseEntity.ok(found);
        }
        List<T> shown = List.copyOf(found.subList(0, most));
        return answer("before", key.apply(shown.get(most - 1)).toString()).body(shown);
    }

    /** The same of a whole list that is newest first. Of an entry that is not there nothing is known to come before it. */
    public static <T> ResponseEntity<List<T>> before(Optional<String> before, List<T> all, int most, Function<T, String> key) {
        List<T> left = before.isEmpty() ? all : all.stream().dropWhile(entry -> !key.apply(entry).equals(before.get())).skip(1).toList();
        return of(left.subList(0, Math.min(wanted(most), left.size())), most, key::apply);
    }

    /** That leads on from the entry of this key. */
    static ResponseEntity.BodyBuilder answer(String parameter, String key) {
        var next = ServletUriComponentsBuilder.fromCurrentRequest().scheme(null).host(null).port(null)
                .replaceQueryParam(parameter, UriUtils.encode(key, StandardCharsets.UTF_8)).build(true);
        return ResponseEntity.ok().header(HttpHeaders.LINK, "<" + next.getPath() + "?" + next.getQuery() + ">; rel=\"next\"");
    }
}
