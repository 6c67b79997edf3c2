package org.caravan.formula;

/** A formula whose parts do not measure what they must. */
public final class FormulaFault extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Object about;
    private final String suggestion;

    FormulaFault(String message, String suggestion, Object about) {
        super(message);
        this.suggestion = suggestion;
        this.about = about;
    }

    /** The rest of a line that begins with "Maybe". */
    public String suggestion() {
        return suggestion;
    }

    /** The formula or condition it is about, by identity. */
    public Object about() {
        return about;
    }
}
