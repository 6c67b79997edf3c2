package org.caravan.server.access;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
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

/** Exchanges the token for the console's cookie; without or with a wrong token it shows the login page. */
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

    /** A page elsewhere that leads here logs nobody in: people would work as somebody else, and not know it. */
    @GetMapping(PATH)
    ResponseEntity<String> login(@RequestParam(name = "token") Optional<String> token, HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (token.isEmpty() || elsewhere(request)) {
            return page(HttpStatus.OK, false);
        }
        Optional<String> cookie = keys.login(token.get().strip(), COOKIE_LIFE);
        if (cookie.isPresent()) {
            return enter(cookie.get(), request.isSecure());
        }
        return limits.refusesWrongToken(request, response) ? null : page(HttpStatus.UNAUTHORIZED, true);
    }

    /** The form's way in: it keeps the token out of the browser's history. */
    @PostMapping(path = PATH, consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    ResponseEntity<String> enterToken(@RequestParam(name = "token") String token, HttpServletRequest request, HttpServletResponse response) throws IOException {
        return login(Optional.of(token), request, response);
    }

    /** From pages of our own alone, as every change with a cookie. The session ends at the server; a token that an admin made stays good. */
    @PostMapping("/logout")
    ResponseEntity<String> logout(@CookieValue(name = AccessFilter.COOKIE, defaultValue = "") String cookie, HttpServletRequest request) {
        keys.logout(cookie);
        return to(PATH, cookie("", request.isSecure(), Duration.ZERO));
    }

    /** As browsers tell it that send Fetch Metadata (all since 2023), and by the origin of forms before; a link from a terminal or a typed address comes from nowhere. */
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

    /** No script reads it, and no other site's page brings it. */
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
}
