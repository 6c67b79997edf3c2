package org.caravan.server.access;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Exchanges a token for the console's cookie; without a valid token it shows the login page. */
@Hidden
@RestController
class LoginController {

    static final String PATH = "/login";

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final Duration COOKIE_LIFE = Duration.ofDays(7);

    private final AccessKeys keys;
    private final ConsoleLogin console;
    private final RateLimits limits;

    LoginController(AccessKeys keys, ConsoleLogin console, RateLimits limits) {
        this.limits = limits;
        this.keys = keys;
        this.console = console;
    }

    /** Prevents login CSRF: a link on another site must not log the user in with the attacker's token. */
    @GetMapping(PATH)
    ResponseEntity<String> login(@RequestParam(name = "token") Optional<String> token, HttpServletRequest request,
            HttpServletResponse response) throws IOException {
        if (token.isEmpty() || elsewhere(request)) {
            return page(HttpStatus.OK, false);
        }
        Optional<String> cookie = keys.login(token.get().strip(), COOKIE_LIFE);
        if (cookie.isPresent()) {
            return enter(cookie.get(), request.isSecure());
        }
        return limits.refusesWrongToken(request, response) ? null : page(HttpStatus.UNAUTHORIZED, true);
    }

    /** Login by form, which keeps the token out of the browser's history. */
    @PostMapping(path = PATH, consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    ResponseEntity<String> enterToken(@RequestParam(name = "token") String token, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        return login(Optional.of(token), request, response);
    }

    /**
     * Ends the session at the server; like any change with a cookie, only from pages of this server. A token that an admin created stays
     * valid.
     */
    @PostMapping("/logout")
    ResponseEntity<String> logout(@CookieValue(name = AccessFilter.COOKIE, defaultValue = "") String cookie, HttpServletRequest request) {
        keys.logout(cookie);
        return to(PATH, cookie("", request.isSecure(), Duration.ZERO));
    }

    /**
     * Whether another site caused the request: by Fetch Metadata (all browsers since 2023), else by {@code Origin}. Typed addresses and
     * links from a terminal do not count.
     */
    private static boolean elsewhere(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        return site != null ? !site.equals("none") && !site.equals("same-origin") : origin != null && !AccessFilter.ownPage(request);
    }

    private static ResponseEntity<String> enter(String value, boolean secure) {
        return to("/", cookie(value, secure, COOKIE_LIFE));
    }

    private static ResponseEntity<String> to(String path, ResponseCookie cookie) {
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .location(URI.create(path))
                .header(HttpHeaders.SET_COOKIE, cookie.toString())
                .build();
    }

    /** Scripts cannot read this cookie, and requests from other sites do not carry it. */
    static ResponseCookie cookie(String value, boolean secure, Duration life) {
        return ResponseCookie.from(AccessFilter.COOKIE, value)
                .httpOnly(true)
                .sameSite("Strict")
                .secure(secure)
                .path("/")
                .maxAge(life)
                .build();
    }

    private ResponseEntity<String> page(HttpStatus status, boolean wrongToken) {
        return ResponseEntity.status(status)
                .contentType(HTML)
                .cacheControl(CacheControl.noStore())
                .body(LoginPage.html(wrongToken, console.offered()));
    }

    /** Renders the login page. A line of the template that begins with a mark appears only in the case of that name. */
    static final class LoginPage {

        private static final String TEXT = read();
        private static final Pattern MARK = Pattern.compile("<!-- (\\w+) -->");

        private LoginPage() {}

        /**
         * @param wrongToken whether an invalid token was entered
         * @param issuer whether login at an OIDC issuer is available
         */
        static String html(boolean wrongToken, boolean issuer) {
            Set<String> cases = Set.of(wrongToken ? "wrong" : "first", issuer ? "issuer" : "alone");
            return TEXT.lines().filter(line -> fits(line, cases)).map(line -> MARK.matcher(line).replaceFirst(""))
                    .collect(Collectors.joining("\n", "", "\n"));
        }

        private static boolean fits(String line, Set<String> cases) {
            Matcher mark = MARK.matcher(line);
            return !mark.find() || cases.contains(mark.group(1));
        }

        private static String read() {
            try (InputStream page = LoginPage.class.getResourceAsStream("login.html")) {
                return new String(page.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
