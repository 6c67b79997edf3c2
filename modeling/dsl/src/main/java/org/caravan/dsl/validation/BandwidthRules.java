package org.caravan.dsl.validation;

import java.math.BigDecimal;
import java.util.Optional;
import org.caravan.dsl.caravan.BandwidthDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.Quantity;
import org.caravan.dsl.quantity.Dimension;
import org.caravan.dsl.wording.Owner;
import org.eclipse.xtext.validation.Check;

/** Checks the bandwidth of components. */
class BandwidthRules extends Rules {

    @Check
    void order(BandwidthDeclaration bandwidth) {
        Optional<BigDecimal> min = amount(bandwidth.getMin());
        Optional<BigDecimal> max = amount(bandwidth.getMax());
        if (min.isPresent() && max.isPresent() && min.get().compareTo(max.get()) > 0) {
            String message = capital(Owner.of(bandwidth)) + " has bandwidth of min " + written(bandwidth.getMin()) + ", above its max "
                    + written(bandwidth.getMax()) + ".";
            reject("bandwidth-order", message, "write min " + written(bandwidth.getMax()) + "  max " + written(bandwidth.getMin()) + ".",
                    bandwidth,
                    Literals.BANDWIDTH_DECLARATION__MIN);
        }
    }

    /** Empty if nothing is written or another rule rejects the value. */
    private static Optional<BigDecimal> amount(Quantity quantity) {
        return quantity == null || quantity.getValue() == null || quantity.getValue().length() > 18
                ? Optional.empty() : Dimension.BIT_RATE.inBaseUnit(new BigDecimal(quantity.getValue()), quantity.getUnit());
    }

    private static String written(Quantity quantity) {
        return quantity.getValue() + " " + quantity.getUnit();
    }
}
