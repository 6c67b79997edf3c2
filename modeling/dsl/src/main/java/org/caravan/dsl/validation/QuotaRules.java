package org.caravan.dsl.validation;

import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ProviderDeclaration;
import org.caravan.dsl.wording.Owner;
import org.eclipse.xtext.validation.Check;

/** Checks that quotas are declared only for providers that provision hosts. */
class QuotaRules extends Rules {

    @Check
    void quotaOfRented(ProviderDeclaration provider) {
        if (provider.getQuota() != null && provider.getRentals().isEmpty()) {
            String message = capital(Owner.of(provider)) + " has a quota, but rents no hosts.";
            reject("quota-without-rental", message, "leave it out, or add: hosts up to 3 of m1-small", provider,
                    Literals.PROVIDER_DECLARATION__QUOTA);
        }
    }
}
