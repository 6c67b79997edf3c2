package org.caravan.server.access;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Renders the login page. A line of the template that begins with a mark appears only in the case of that name. */
final class LoginPage {

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
