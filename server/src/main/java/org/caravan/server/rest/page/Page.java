package org.caravan.server.rest.page;

import java.nio.charset.StandardCharsets;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/** Page size check, and the header {@code Link} to the next page (RFC 8288). */
public final class Page {

    public static final int MOST = 1000;

    private Page() {}

    static void check(int most) {
        if (most < 1 || most > MOST) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "page-most", "A page has not (" + most + ") entries, but 1 to "
                    + MOST + ".", "use 100.");
        }
    }

    /** Response with a link to the page after the entry with this key. */
    static ResponseEntity.BodyBuilder answer(String parameter, String key) {
        var next = ServletUriComponentsBuilder.fromCurrentRequest().scheme(null).host(null).port(null)
                .replaceQueryParam(parameter, UriUtils.encode(key, StandardCharsets.UTF_8)).build(true);
        return ResponseEntity.ok().header(HttpHeaders.LINK, "<" + next.getPath() + "?" + next.getQuery() + ">; rel=\"next\"");
    }
}
