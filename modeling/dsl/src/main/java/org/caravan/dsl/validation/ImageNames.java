package org.caravan.dsl.validation;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Names of images: lower-case letters and digits, joined by one of {@code / . - _}, without registry port, tag or digest. */
final class ImageNames {

    /** Maximum number of characters; checked before patterns are matched. */
    static final int LONGEST = 255;

    private static final String NAME = "[a-z0-9]++([._-][a-z0-9]++)*+(/[a-z0-9]++([._-][a-z0-9]++)*+)*+";
    private static final String EXAMPLE = "sock-shop/front-end";

    private ImageNames() {}

    static boolean isValid(String image) {
        return image.length() <= LONGEST && image.matches(NAME);
    }

    /** The closest valid name, as importers write it: {@code Acme/Web:1.0} is {@code acme/web-1.0}. An example if nothing is left of it. */
    static String proposed(String image) {
        if (image.length() > LONGEST) {
            return EXAMPLE;
        }
        String simple = Arrays.stream(image.toLowerCase(Locale.ROOT).replaceFirst("@sha256:[0-9a-f]{0,64}$", "")
                .replaceAll("[^a-z0-9/._-]", "-").split("/"))
                .map(part -> part.replaceAll("([._-])[._-]+", "$1").replaceAll("^[._-]|[._-]$", ""))
                .filter(part -> !part.isEmpty()).collect(Collectors.joining("/"));
        return isValid(simple) ? simple : EXAMPLE;
    }
}
