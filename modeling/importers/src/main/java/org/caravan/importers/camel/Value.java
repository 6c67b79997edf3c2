package org.caravan.importers.camel;

import org.caravan.formula.Formula;
import org.caravan.formula.Units;

/**
 * A metric or variable that formulas may name.
 *
 * @param id its name here
 * @param unit in which CAMEL's formulas, whose numbers have no units, state it: one of {@link Units}
 */
record Value(String id, String unit) {

    /** Of counts, ratios and all else that has no unit. */
    static final String PLAIN = "number";

    boolean plain() {
        return unit.equals(PLAIN);
    }

    /** So much of a unit, as the language writes it. */
    static Formula.Amount amount(String number, String unit) {
        boolean plain = unit.equals(PLAIN);
        return new Formula.Amount(number + (plain ? "" : " " + unit), Units.inBaseUnits(number, unit), Units.measure(unit).orElseThrow());
    }
}
