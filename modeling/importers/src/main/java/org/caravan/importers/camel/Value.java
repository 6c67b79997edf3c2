package org.caravan.importers.camel;

import org.caravan.formula.Formula;
import org.caravan.formula.Units;

/**
 * Metric or variable that formulas may reference.
 *
 * @param id name in the model
 * @param unit unit in which CAMEL's unitless formulas state it: one of {@link Units}
 */
record Value(String id, String unit) {

    /** Unit of counts, ratios and all other values without a unit. */
    static final String PLAIN = "number";

    boolean plain() {
        return unit.equals(PLAIN);
    }

    /** Amount in a unit, in the syntax of the language. */
    static Formula.Amount amount(String number, String unit) {
        boolean plain = unit.equals(PLAIN);
        return new Formula.Amount(number + (plain ? "" : " " + unit), Units.inBaseUnits(number, unit), Units.measure(unit).orElseThrow());
    }
}
