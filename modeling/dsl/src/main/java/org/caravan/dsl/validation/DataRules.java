package org.caravan.dsl.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.DataDeclaration;
import org.caravan.dsl.wording.Owner;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.xtext.validation.Check;

/** Checks that stateful components store the data, and that its location is declared once. */
class DataRules extends Rules {

    private static final List<EReference> USES = List.of(Literals.COMPONENT_DECLARATION__STORES,
            Literals.COMPONENT_DECLARATION__PRODUCES, Literals.COMPONENT_DECLARATION__CONSUMES);

    @Check
    void residenceOnce(DataDeclaration data) {
        if (data.getResidence().size() > 1) {
            String message = capital(Owner.of(data)) + " has more than one rule on where it may be stored.";
            reject("duplicate-property", message, "keep one of in, at and within.", data.getResidence().get(1), null);
        }
    }

    @Check
    void replicasInOrder(DataDeclaration data) {
        if (whole(data.getReplicas()) && whole(data.getMostReplicas())
                && Integer.parseInt(data.getReplicas()) > Integer.parseInt(data.getMostReplicas())) {
            reject("replicas-order", capital(Owner.of(data)) + " has replicas " + data.getReplicas() + ".." + data.getMostReplicas()
                    + ", the least above the most.",
                    "write replicas " + data.getMostReplicas() + ".." + data.getReplicas() + ".", data,
                            Literals.DATA_DECLARATION__REPLICAS);
        }
    }

    private static boolean whole(String number) {
        return number != null && number.matches("[0-9]{1,4}");
    }

    /** A source URL with user name or password would put a secret into the model. */
    @Check
    void sourceWithoutSecret(DataDeclaration data) {
        if (data.getSource() != null && data.getSource().matches(".*//[^/]*@.*")) {
            reject("source-with-secret", "The source of " + Owner.of(data) + " names a user or password.",
                    "leave them out: a model names secrets, it has none.", data, Literals.DATA_DECLARATION__SOURCE);
        }
    }

    @Check
    void stored(DataDeclaration data) {
        ApplicationDeclaration application = (ApplicationDeclaration) data.eContainer();
        boolean stored = application.getComponents().stream().flatMap(component -> component.getStores().stream())
                .anyMatch(named -> named == data || named.eIsProxy());
        if (!stored && !data.getResidence().isEmpty()) {
            doubt("data-unstored", capital(Owner.of(data)) + " has a rule on where it may be stored, but no component stores it.",
                    "add to the component that does: stores " + data.getName(), data);
        }
    }

    /** A copy started elsewhere would have no data. */
    @Check
    void storedByStateful(ComponentDeclaration component) {
        if (!component.isStateful() && !component.getStores().isEmpty()) {
            String message = capital(Owner.of(component)) + " stores data, but is not stateful: it would lose it by moving.";
            reject("stores-stateless", message, "write component " + component.getName() + " stateful.", component,
                    Literals.COMPONENT_DECLARATION__STORES, 0);
        }
    }

    @Check
    void namedOnce(ComponentDeclaration component) {
        for (EReference use : USES) {
            Set<Object> seen = new HashSet<>();
            List<?> named = (List<?>) component.eGet(use);
            for (int i = 0; i < named.size(); i++) {
                if (!seen.add(named.get(i)) && named.get(i) instanceof DataDeclaration data && !data.eIsProxy()) {
                    String message = capital(Owner.of(component)) + " " + use.getName() + " " + data.getName() + " more than once.";
                    reject("duplicate-use", message, "remove one of them.", component, use, i);
                }
            }
        }
    }
}
