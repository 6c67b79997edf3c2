package org.caravan.dsl.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ProviderDeclaration;
import org.caravan.dsl.caravan.SiteDeclaration;
import org.caravan.dsl.wording.Owner;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Checks that each security control is declared once, at the site or at the provider. */
class ControlRules extends Rules {

    @Check
    void named(SiteDeclaration site) {
        once(site.getControls(), Set.of(), site, Literals.SITE_DECLARATION__CONTROLS);
    }

    @Check
    void named(ProviderDeclaration provider) {
        once(provider.getControls(), Set.copyOf(((SiteDeclaration) provider.eContainer()).getControls()), provider,
                Literals.PROVIDER_DECLARATION__CONTROLS);
    }

    /** @param said controls already declared at the site, which apply to all its providers */
    private void once(List<String> controls, Set<String> said, EObject part, EStructuralFeature feature) {
        Set<String> seen = new HashSet<>(said);
        for (int i = 0; i < controls.size(); i++) {
            if (!seen.add(controls.get(i))) {
                reject("duplicate-use", capital(Owner.of(part)) + " names control " + controls.get(i) + " more than once"
                        + (said.contains(controls.get(i)) ? ", once as its site does." : "."), "remove one of them.", part, feature, i);
            }
        }
    }
}
