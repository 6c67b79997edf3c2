package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.RequestPattern;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.RuleTest.Case;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** How requests are recognised: read from texts; and one text per rule that it rejects. */
class PatternsTest {

    private static final String TEXT = """
            application shop {
              component web {
                form container { image "shop/web"  cpu 1  memory 64 MiB }
                provides http on 80
              }
              component GET {
                form container { image "shop/web"  cpu 1  memory 64 MiB }
                provides http on 80
              }
              users some { at oslo via A ipv4  rate 10 requests/s  mix look 90 %, buy 10 % }
              request look {
                when GET "/", HEAD "/cards/*"
                users -> web  turns 1  bytes 8 KiB
              }
              request buy {
                users -> GET  turns 1  bytes 8 KiB
                when POST "/orders/**"
              }
            }
            """;

    static final List<Case> RULES = List.of(
            new Case("request-method", "POST", "BUY", "Request buy is recognised by method BUY"),
            new Case("request-path", "/cards/*", "cards", "does not start with a slash"),
            new Case("request-path", "/cards/*", "/a**b", "** only at the end"),
            new Case("request-path", "/cards/*", "/a;b", "without the query"),
            new Case("request-path", "/cards/*", "/a*b*c", "more than one * in a segment"),
            new Case("request-patterns", "POST \"/orders/**\"", IntStream.rangeClosed(1, 127).mapToObj(number -> "GET \"/r" + number + "\"")
                    .collect(Collectors.joining(", ")), "recognises requests by 129 patterns"),
            new Case("request-same-pattern", "POST \"/orders/**\"", "GET \"/\"", "Request buy is recognised like request look"),
            new Case("request-patterns", "request buy {", IntStream.rangeClosed(1, 63)
                    .mapToObj(number -> "request r" + number + " { when GET \"/r" + number + "\" users -> web turns 1 bytes 1 B } ")
                    .collect(Collectors.joining()) + "request buy {", "has 65 requests that routers recognise"));

    @Test
    void theyAreRead() {
        ApplicationModel shop = Texts.parse(TEXT).applications().get(0);
        assertThat(shop.request("look").patterns())
                .containsExactly(new RequestPattern("GET", "/"), new RequestPattern("HEAD", "/cards/*"));
        assertThat(shop.request("buy").patterns()).containsExactly(new RequestPattern("POST", "/orders/**"));
        assertThat(shop.request("buy").hops()).hasSize(1);
    }

    @ParameterizedTest
    @FieldSource("RULES")
    void rule(Case rule) {
        assertThat(TEXT).contains(rule.accepted());
        assertThat(Texts.texts(Texts.parse(TEXT).diagnostics())).isEmpty();
        List<Diagnostic> found = Texts.parse(TEXT.replaceFirst(Pattern.quote(rule.accepted()), Matcher.quoteReplacement(rule.rejected())))
                .diagnostics();
        assertThat(Texts.texts(found)).anySatisfy(text -> assertThat(text).contains("[" + rule.code() + "]").contains(rule.expected()));
        assertThat(found).allSatisfy(one -> assertThat(one.suggestion()).isPresent())
                .allSatisfy(one -> assertThat(one.location()).isPresent());
    }
}
