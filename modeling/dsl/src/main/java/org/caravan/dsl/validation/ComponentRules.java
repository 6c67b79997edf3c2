package org.caravan.dsl.validation;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.application.Form;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.EndpointDeclaration;
import org.caravan.dsl.caravan.EndpointUse;
import org.caravan.dsl.caravan.FormDeclaration;
import org.caravan.dsl.quantity.Dimension;
import org.caravan.dsl.wording.Owner;
import org.caravan.infrastructure.FormKind;
import org.eclipse.xtext.validation.Check;

/** Checks that the endpoints, requirements and forms of a component are consistent. */
class ComponentRules extends Rules {

    /** Replicas can reach each other; a component of one copy has nothing to reach. */
    @Check
    void selfRequirement(EndpointUse use) {
        if (use.getComponent() == use.eContainer() && ((ComponentDeclaration) use.eContainer()).getReplicas() == null) {
            String message = capital(Owner.of(use)) + " has one copy and requires an endpoint of itself: " + written(use) + ".";
            reject("self-requirement", message, "leave it out: what a copy does inside crosses no link.", use, null);
        }
    }

    @Check
    void duplicateRequirement(ComponentDeclaration component) {
        Set<String> seen = new HashSet<>();
        for (EndpointUse use : component.getRequires()) {
            if (!seen.add(written(use))) {
                String message = capital(Owner.of(component)) + " requires " + written(use) + " more than once.";
                reject("duplicate-requirement", message, "remove one of them.", use, null);
            }
        }
    }

    /** Several forms of one kind are alternatives if their images differ. */
    @Check
    void duplicateForm(ComponentDeclaration component) {
        Set<String> seen = new HashSet<>();
        for (FormDeclaration form : component.getForms()) {
            if (form.getKind() != null && form.getImage() != null && !seen.add(form.getKind() + " " + form.getImage())) {
                String message = capital(Owner.of(component)) + " has more than one form " + form.getKind() + " of image "
                        + form.getImage() + ".";
                reject("duplicate-form", message, "keep one of them, or name another image.", form, Literals.FORM_DECLARATION__KIND);
            }
        }
    }

    /** Data is kept on the host, and another image may not be able to read it. */
    @Check
    void alternativesStateful(ComponentDeclaration component) {
        Set<String> seen = new HashSet<>();
        for (FormDeclaration form : component.getForms()) {
            if (component.isStateful() && form.getKind() != null && !seen.add(form.getKind())) {
                String message = capital(Owner.of(component)) + " is stateful and has more than one form " + form.getKind()
                        + ": another image may not read its data.";
                reject("alternatives-stateful", message, "keep one of them.", form, Literals.FORM_DECLARATION__KIND);
            }
        }
    }

    /** A unikernel has no name resolution, so the component would start but could not reach its peers. */
    @Check
    void microvmWithPeers(ComponentDeclaration component) {
        for (FormDeclaration form : component.getForms()) {
            if (FormKind.MICROVM.toString().equals(form.getKind()) && !component.getRequires().isEmpty()) {
                String message = capital(Owner.of(component)) + " requires " + written(component.getRequires().get(0))
                        + ", which its form microvm cannot reach.";
                reject("microvm-with-peers", message, "leave that form out.", form, Literals.FORM_DECLARATION__KIND);
            }
        }
    }

    /** Reported here so that the error does not first appear when the microVM is created. */
    @Check
    void microvmMemory(FormDeclaration form) {
        boolean readable = form.getMemory() != null && form.getMemory().getValue() != null && form.getMemory().getValue().length() < 19;
        Optional<BigDecimal> memory = readable && FormKind.MICROVM.toString().equals(form.getKind())
                ? Dimension.DATA.inBaseUnit(new BigDecimal(form.getMemory().getValue()), form.getMemory().getUnit()) : Optional.empty();
        if (memory.filter(bytes -> bytes.signum() > 0 && bytes.compareTo(BigDecimal.valueOf(Form.LEAST_OF_MICROVM.value())) < 0)
                .isPresent()) {
            String message = capital(Owner.of(form)) + " has " + form.getMemory().getValue() + " " + form.getMemory().getUnit()
                    + " of memory, too little for a microVM and its hypervisor.";
            reject("microvm-memory", message, "give it " + Form.LEAST_OF_MICROVM + ".", form, Literals.FORM_DECLARATION__MEMORY);
        }
    }

    /** QEMU emulates the devices of a microVM; none of the host is passed to it. */
    @Check
    void microvmGpu(FormDeclaration form) {
        if (FormKind.MICROVM.toString().equals(form.getKind()) && form.getGpus() != null) {
            reject("microvm-gpu", capital(Owner.of(form)) + " asks for a GPU, which a microVM cannot have.",
                    "use form container or vm.", form, Literals.FORM_DECLARATION__GPUS);
        }
    }

    @Check
    void portTaken(ComponentDeclaration component) {
        Map<String, EndpointDeclaration> byPort = new HashMap<>();
        for (EndpointDeclaration endpoint : component.getEndpoints()) {
            EndpointDeclaration earlier = byPort.putIfAbsent(endpoint.getPort(), endpoint);
            if (earlier != null) {
                String message = capital(Owner.of(endpoint)) + " is on port " + endpoint.getPort() + ", as is endpoint "
                        + earlier.getName() + ".";
                reject("port-taken", message, "give one of them another port.", endpoint, Literals.ENDPOINT_DECLARATION__PORT);
            }
        }
    }

    private static String written(EndpointUse use) {
        return Owner.written(use, "component") + "." + Owner.written(use, "endpoint");
    }
}
