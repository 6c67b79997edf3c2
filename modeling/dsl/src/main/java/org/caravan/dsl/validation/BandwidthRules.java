package org.caravan.dsl.validation;

import java.math.BigDecimal;
import java.util.Optional;
import org.caravan.dsl.caravan.BandwidthDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.IspDeclaration;
import org.caravan.dsl.caravan.Quantity;
import org.caravan.dsl.quantity.Dimension;
import org.caravan.dsl.wording.Owner;
import org.eclipse.xtext.validation.Check;

/** Checks the bandwidth of components, and quotas of access links. */
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

    /** A quota that leaves the link as it is would have no effect. */
    @Check
    void quotaLimits(IspDeclaration isp) {
        Optional<BigDecimal> uplink = amount(isp.getUplink()).filter(rate -> rate.signum() > 0);
        Optional<BigDecimal> then = amount(isp.getThen());
        if (uplink.isPresent() && then.isPresent() && then.get().compareTo(uplink.get()) >= 0) {
            reject("quota-without-effect", capital(Owner.of(isp)) + " has a max of " + written(isp.getThen())
                    + " after its quota, not below its uplink of " + written(isp.getUplink()) + ".",
                    "write a max below " + written(isp.getUplink()) + ", or remove the quota.", isp, Literals.ISP_DECLARATION__THEN);
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
