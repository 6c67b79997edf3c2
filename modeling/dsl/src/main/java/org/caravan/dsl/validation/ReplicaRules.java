package org.caravan.dsl.validation;

import java.util.Arrays;
import java.util.OptionalInt;
import org.caravan.application.Separation;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.FormDeclaration;
import org.caravan.dsl.caravan.LocationDeclaration;
import org.caravan.dsl.wording.Owner;
import org.eclipse.xtext.validation.Check;

/** Checks that the replica count of a component is consistent with its state, its capacity and its anti-affinity. */
class ReplicaRules extends Rules {

    /** Each replica would hold only its own data, and none would hold all data. */
    @Check
    void statefulReplicas(ComponentDeclaration component) {
        if (component.isStateful() && replicas(component).orElse(1) > 1) {
            String message = capital(Owner.of(component)) + " is stateful and has replicas " + written(component)
                    + ": nothing would bring the data of one to the others.";
            reject("stateful-replicas", message, "leave replicas out.", component, Literals.COMPONENT_DECLARATION__REPLICAS);
        }
    }

    @Check
    void rangeAndCapacity(ComponentDeclaration component) {
        if (component.getMostReplicas() != null && component.getCapacity() == null) {
            String message = capital(Owner.of(component)) + " has a variable number of replicas, but no capacity per replica.";
            reject("replicas-without-capacity", message, "add: capacity 20 requests/s", component);
        }
        OptionalInt least = number(component.getReplicas());
        OptionalInt most = number(component.getMostReplicas());
        if (least.isPresent() && most.isPresent() && least.getAsInt() > most.getAsInt()) {
            String written = component.getReplicas() + ".." + component.getMostReplicas();
            String turned = component.getMostReplicas() + ".." + component.getReplicas();
            reject("replicas-order", capital(Owner.of(component)) + " has replicas " + written + ", the least above the most.",
                    "write replicas " + turned + ".", component, Literals.COMPONENT_DECLARATION__REPLICAS);
        }
    }

    @Check
    void nothingApart(LocationDeclaration apart) {
        boolean known = Arrays.stream(Separation.By.values()).anyMatch(by -> by.toString().equals(apart.getApartBy()));
        if (known && apart.getComponent() != null && replicas(apart.getComponent()).orElse(2) == 1) {
            String message = "Component " + apart.getComponent().getName() + " must be apart by " + apart.getApartBy()
                    + ", but has a single replica.";
            reject("apart-of-one", message, "add to the component: replicas 2", apart, Literals.LOCATION_DECLARATION__APART_BY);
        }
    }

    @Check
    void formsApart(LocationDeclaration apart) {
        if (Separation.By.FORM.toString().equals(apart.getApartBy()) && apart.getComponent() != null) {
            ComponentDeclaration component = apart.getComponent();
            long forms = component.getForms().stream().map(FormDeclaration::getKind).distinct().count();
            if (forms > 0 && replicas(component).orElse(1) > Math.max(1, forms)) {
                String message = "Component " + component.getName() + " must be apart by form, but has replicas "
                        + written(component) + " and forms " + forms + ".";
                reject("apart-forms", message, "give it as many forms, or fewer replicas.", apart, Literals.LOCATION_DECLARATION__APART_BY);
            }
        }
    }

    private static String written(ComponentDeclaration component) {
        return component.getReplicas() + (component.getMostReplicas() == null ? "" : ".." + component.getMostReplicas());
    }

    /** Maximum number of replicas; empty if the text is not a valid number, which another rule reports. */
    private static OptionalInt replicas(ComponentDeclaration component) {
        if (component.getMostReplicas() != null) {
            return number(component.getMostReplicas());
        }
        return component.getReplicas() == null ? OptionalInt.of(1) : number(component.getReplicas());
    }

    private static OptionalInt number(String written) {
        return written != null && written.matches("[0-9]{1,4}") ? OptionalInt.of(Integer.parseInt(written)) : OptionalInt.empty();
    }
}
