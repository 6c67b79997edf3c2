package org.caravan.image;

import org.caravan.text.TextRule;

/** Rules for image names. A name is also a path below a folder, so it must not lead out of that folder. */
public final class ImageName {

    private static final String WORDS = "[A-Za-z0-9][A-Za-z0-9._-]*+(?:/[A-Za-z0-9][A-Za-z0-9._-]*+)*+";
    private static final int LONGEST = 200;

    private ImageName() {}

    public static boolean isValid(String name) {
        return name.length() <= LONGEST && name.matches(WORDS);
    }

    /** @throws ImageFault of kind REFUSED */
    static void check(String name) {
        if (!isValid(name)) {
            throw new ImageFault(ImageFault.Kind.REFUSED,
                    "(%s) is not a valid image name.\nMaybe write it as in sock-shop/front-end.".formatted(TextRule.excerpt(name)));
        }
    }
}
