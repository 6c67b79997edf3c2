package org.caravan.dsl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.caravan.diagnostic.Diagnostic;

/** Texts the tests start from. */
final class Texts {

    static final String SOCK_SHOP = resource("sock-shop.caravan");
    static final String NORNET = resource("nornet.caravan");
    static final String FLEET = resource("fleet.caravan");
    static final String RENTED = resource("rented.caravan");

    private Texts() {}

    static ParsedModels parse(String text) {
        return CaravanLanguage.parse(Map.of("test.caravan", text));
    }

    static List<String> texts(List<Diagnostic> diagnostics) {
        return diagnostics.stream().map(Diagnostic::text).toList();
    }

    private static String resource(String name) {
        try (InputStream stream = Texts.class.getResourceAsStream("/" + name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }
}
