package org.caravan.dsl.validation;

import java.math.BigDecimal;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.HostTypeDeclaration;
import org.caravan.dsl.wording.Owner;
import org.eclipse.xtext.validation.Check;

/** Checks that the idle power of a host type does not exceed its power at full load. */
class PowerRules extends Rules {

    /** Digits of a number, as allowed by {@link NumberRules}. */
    private static final String NUMBER = "[0-9.]{1,18}";

    @Check
    void idleBelowFull(HostTypeDeclaration type) {
        String idle = type.getIdlePower();
        String full = type.getFullPower() == null ? null : type.getFullPower().getValue();
        boolean numbers = idle != null && full != null && idle.matches(NUMBER) && full.matches(NUMBER);
        if (numbers && new BigDecimal(idle).compareTo(new BigDecimal(full)) > 0) {
            reject("power-order", capital(Owner.of(type)) + " takes power " + idle + ".." + full + ", more idle than full.",
                    "write power " + full + ".." + idle + " " + type.getFullPower().getUnit(), type,
                            Literals.HOST_TYPE_DECLARATION__IDLE_POWER);
        }
    }
}
