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
 * Checks that the lower end of a range is not above its upper end: {@code cpu 0.2..1}, {@code memory 128..512 MiB}, {@code service-time
 * 4..9 ms}.
 */
class RangeRules extends Rules {

    /** Digits of a number, as allowed by {@link NumberRules}. */
    private static final String NUMBER = "[0-9.]{1,18}";

    /** Whether the quantity is the lower bound of a range and takes the unit of the upper bound. */
    static boolean unitFollows(Quantity quantity) {
        return quantity.getUnit() == null && (quantity.eContainingFeature() == Literals.FORM_DECLARATION__MEMORY
                && ((FormDeclaration) quantity.eContainer()).getMostMemory() != null
                || quantity.eContainingFeature() == Literals.HOP_DECLARATION__SERVICE_TIME
                && ((HopDeclaration) quantity.eContainer()).getTailServiceTime() != null);
    }

    @Check
    void serviceTime(HopDeclaration hop) {
        Quantity mean = hop.getServiceTime();
        Quantity tail = hop.getTailServiceTime();
        if (mean == null || tail == null) {
            return;
        }
        Optional<BigDecimal> from = amount(mean, unitFollows(mean) ? tail.getUnit() : mean.getUnit(), Dimension.DURATION);
        Optional<BigDecimal> to = amount(tail, tail.getUnit(), Dimension.DURATION);
        if (from.isPresent() && to.isPresent() && from.get().compareTo(to.get()) > 0) {
            reject("service-time-order", capital(Owner.of(hop)) + " has service-time " + written(mean) + ".." + written(tail)
                    + ", the mean above the 95th percentile.", "write the mean first, or one number.", hop,
                    Literals.HOP_DECLARATION__SERVICE_TIME);
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
