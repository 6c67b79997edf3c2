package org.caravan.boundaries.regex;

/**
 * A regular expression of the code.
 *
 * @param place class and method that compile it
 * @param flags of java.util.regex.Pattern
 * @param whole whether it is only held against whole texts, so that the matcher does not begin at each character
 */
record Regex(String place, String text, int flags, boolean whole) {

    @Override
    public String toString() {
        return place + ": " + text;
    }
}
