package org.caravan.formula;

/** Signals a formula whose parts have incompatible measures. */
public final class FormulaFault extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Object about;
    private final String suggestion;

    FormulaFault(String message, String suggestion, Object about) {
        super(message);
        this.suggestion = suggestion;
        this.about = about;
    }

    /** Rest of a line that begins with "Maybe". */
    public String suggestion() {
        return suggestion;
    }

    /** Formula or condition with the error, by identity. */
    public Object about() {
        return about;
    }
}
