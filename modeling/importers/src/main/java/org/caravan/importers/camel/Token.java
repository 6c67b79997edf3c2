package org.caravan.importers.camel;

import org.caravan.diagnostic.Diagnostic.Location;

/** Token: a word, a quoted text (without quotes) or a symbol. */
record Token(Kind kind, String text, Location at) {

    enum Kind {
        WORD,
        TEXT,
        SYMBOL
    }

    boolean is(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean word() {
        return kind == Kind.WORD;
    }

    boolean number() {
        return word() && text.matches("-?[0-9]{1,15}(\\.[0-9]{0,15})?");
    }

    /** Whether it is a path of names: {@code Model.Part}. */
    boolean qualified() {
        return word() && text.matches("[A-Za-z_]\\w*(?:\\.[A-Za-z_][\\w-]*+)++");
    }
}
