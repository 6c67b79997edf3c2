package org.caravan.dsl.validation;

import java.math.BigDecimal;
import java.util.Optional;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.FormDeclaration;
import org.caravan.dsl.caravan.HopDeclaration;
import org.caravan.dsl.caravan.Quantity;
import org.caravan.dsl.quantity.Dimension;
import org.caravan.dsl.wording.Owner;
import org.eclipse.xtext.validation.Check;

/**
 * Checks that the lower end of a range is not above its upper end: {@code cpu 0.2..1}, {@code memory 128..512 MiB}, {@code bytes 8..40
 * KiB}, {@code service-time 4..9 ms}.
 */
class RangeRules extends Rules {

    /** Digits of a number, as allowed by {@link NumberRules}. */
    private static final String NUMBER = "[0-9.]{1,18}";

    /** Whether the quantity is the lower bound of a range and takes the unit of the upper bound. */
    static boolean unitFollows(Quantity quantity) {
        return quantity.getUnit() == null && (quantity.eContainingFeature() == Literals.FORM_DECLARATION__MEMORY
                && ((FormDeclaration) quantity.eContainer()).getMostMemory() != null
                || quantity.eContainingFeature() == Literals.HOP_DECLARATION__BYTES
                && ((HopDeclaration) quantity.eContainer()).getTailBytes() != null
                || quantity.eContainingFeature() == Literals.HOP_DECLARATION__SERVICE_TIME
                && ((HopDeclaration) quantity.eContainer()).getTailServiceTime() != null);
    }

    @Check
    void serviceTime(HopDeclaration hop) {
        spread(hop, "service-time", hop.getServiceTime(), hop.getTailServiceTime(), Dimension.DURATION);
    }

    @Check
    void bytes(HopDeclaration hop) {
        spread(hop, "bytes", hop.getBytes(), hop.getTailBytes(), Dimension.DATA);
    }

    /** @param tail 95th percentile; null if the value is the same for all requests */
    private void spread(HopDeclaration hop, String word, Quantity mean, Quantity tail, Dimension dimension) {
        if (mean == null || tail == null) {
            return;
        }
        Optional<BigDecimal> from = amount(mean, unitFollows(mean) ? tail.getUnit() : mean.getUnit(), dimension);
        Optional<BigDecimal> to = amount(tail, tail.getUnit(), dimension);
        if (from.isEmpty() || to.isEmpty()) {
            return;
        }
        String written = word + " " + written(mean) + ".." + written(tail);
        if (from.get().compareTo(to.get()) > 0) {
            reject(word + "-order", capital(Owner.of(hop)) + " has " + written + ", the mean above the 95th percentile.",
                    "write the mean first, or one number.", hop, mean.eContainingFeature());
        } else if (dimension.countsWhole() && unitFollows(mean) && from.get().scale() > 0) {
            reject("quantity-range", capital(written) + " of " + Owner.of(hop) + " is not a whole number of bytes.",
                    "round it to whole bytes.", mean, Literals.QUANTITY__VALUE);
        }
    }

    private static String written(Quantity quantity) {
        return quantity.getValue() + (quantity.getUnit() == null ? "" : " " + quantity.getUnit());
    }

    @Check
    void cpu(FormDeclaration form) {
        String least = form.getCpu();
        String most = form.getMostCpu();
        boolean numbers = least != null && most != null && least.matches(NUMBER) && most.matches(NUMBER);
        if (numbers && new BigDecimal(least).compareTo(new BigDecimal(most)) > 0) {
            reject("ceiling-order", capital(Owner.of(form)) + " has cpu " + least + ".." + most + ", the least above the most.",
                    "write cpu " + most + ".." + least + ".", form, Literals.FORM_DECLARATION__CPU);
        }
    }

    @Check
    void memory(FormDeclaration form) {
        Quantity least = form.getMemory();
        Quantity most = form.getMostMemory();
        if (least == null || most == null) {
            return;
        }
        String unit = unitFollows(least) ? most.getUnit() : least.getUnit();
        Optional<BigDecimal> from = amount(least, unit, Dimension.DATA);
        Optional<BigDecimal> to = amount(most, most.getUnit(), Dimension.DATA);
        if (from.isEmpty() || to.isEmpty()) {
            return;
        }
        String written = written(least) + ".." + written(most);
        if (from.get().signum() == 0) {
            reject("quantity-range", "Memory " + written + " of " + Owner.of(form) + " is not above zero.", "use a number above 0.", least,
                    Literals.QUANTITY__VALUE);
        } else if (from.get().compareTo(to.get()) > 0) {
            reject("ceiling-order", capital(Owner.of(form)) + " has memory " + written + ", the least above the most.",
                    "write memory " + most.getValue() + " " + most.getUnit() + ".." + least.getValue() + " " + unit + ".", form,
                            Literals.FORM_DECLARATION__MEMORY);
        } else if (unitFollows(least) && from.get().stripTrailingZeros().scale() > 0) {
            reject("quantity-range", "Memory " + written + " of " + Owner.of(form) + " is not a whole number of bytes.",
                    "round it to whole bytes.", least, Literals.QUANTITY__VALUE);
        }
    }

    /** Empty if another rule rejects the value. */
    private static Optional<BigDecimal> amount(Quantity quantity, String unit, Dimension dimension) {
        return quantity.getValue() == null || !quantity.getValue().matches(NUMBER) ? Optional.empty()
                : dimension.inBaseUnit(new BigDecimal(quantity.getValue()), unit);
    }
}
