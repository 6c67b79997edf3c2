package org.caravan.dsl.validation;

import java.math.BigDecimal;
import java.util.Optional;
import org.caravan.dsl.caravan.BandwidthDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.IspDeclaration;
import org.caravan.dsl.caravan.Quantity;
import org.caravan.dsl.caravan.ReserveAction;
import org.caravan.dsl.quantity.Dimension;
import org.caravan.dsl.wording.Owner;
import org.eclipse.xtext.validation.Check;

/** Checks the bandwidth of components, minima that rules ask for, and quotas of access links. */
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
        Optional<BigDecimal> egress = amount(isp.getEgress(), Dimension.DATA_PRICE);
        Optional<BigDecimal> excess = amount(isp.getExcess(), Dimension.DATA_PRICE).filter(price -> price.signum() > 0);
        if (egress.isPresent() && excess.isPresent() && excess.get().compareTo(egress.get()) <= 0) {
            reject("quota-without-effect", capital(Owner.of(isp)) + " has an egress price of " + written(isp.getExcess())
                    + " after its quota, not above its egress of " + written(isp.getEgress()) + ".",
                    "write a price above " + written(isp.getEgress()) + ", or remove the quota.", isp, Literals.ISP_DECLARATION__EXCESS);
        }
    }

    /** A minimum that only rises or only falls needs an end, and a minimum above the maximum of the model cannot be kept. */
    @Check
    void reserved(ReserveAction action) {
        boolean changes = action.isMore() || action.isLess();
        String written = action.getRate() == null ? "" : written(action.getRate());
        if (changes != (action.getMost() != null)) {
            reject("reserve-bounds", capital(Owner.of(action)) + " reserves " + written + (changes ? (action.isMore() ? " more" : " less")
                    + " without bounds." : " and has bounds, but does not change by it."),
                    changes ? "add: within 5..50 Mbit/s" : "write: reserve " + written + " more", action,
                    Literals.RESERVE_ACTION__RATE);
            return;
        }
        Optional<BigDecimal> most = amount(changes ? action.getMost() : action.getRate());
        Optional<BigDecimal> least = most.isEmpty() || !changes || action.getLeast().length() > 18 ? Optional.empty()
                : Dimension.BIT_RATE.inBaseUnit(new BigDecimal(action.getLeast()), action.getMost().getUnit());
        if (least.filter(from -> from.compareTo(most.get()) > 0 || from.stripTrailingZeros().scale() > 0).isPresent()) {
            reject("reserve-bounds", capital(Owner.of(action)) + " reserves within " + action.getLeast() + ".."
                    + written(action.getMost()) + ", not a range of whole bit/s.", "write the lower bound first: within 5..50 Mbit/s",
                    action, Literals.RESERVE_ACTION__LEAST);
        }
        ComponentDeclaration component = action.getComponent();
        Quantity max = component == null || component.eIsProxy() || component.getBandwidth() == null ? null
                : component.getBandwidth().getMax();
        if (most.isPresent() && amount(max).filter(limit -> most.get().compareTo(limit) > 0).isPresent()) {
            reject("reserve-above-max", capital(Owner.of(action)) + " reserves up to " + written(changes ? action.getMost()
                    : action.getRate()) + " of component " + component.getName() + ", whose bandwidth has max " + written(max) + ".",
                    "raise the max of the component, or reserve at most " + written(max) + ".", action,
                    Literals.RESERVE_ACTION__COMPONENT);
        }
    }

    /** Empty if nothing is written or another rule rejects the value. */
    private static Optional<BigDecimal> amount(Quantity quantity) {
        return amount(quantity, Dimension.BIT_RATE);
    }

    private static Optional<BigDecimal> amount(Quantity quantity, Dimension dimension) {
        return quantity == null || quantity.getValue() == null || quantity.getValue().length() > 18
                ? Optional.empty() : dimension.inBaseUnit(new BigDecimal(quantity.getValue()), quantity.getUnit());
    }

    private static String written(Quantity quantity) {
        return quantity.getValue() + " " + quantity.getUnit();
    }
}
