package org.caravan.dsl.validation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.application.ReadReplicas;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.DataDeclaration;
import org.caravan.dsl.caravan.HopDeclaration;
import org.caravan.dsl.wording.FreeName;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Checks that components with read replicas store data that may have several copies, and that read-only calls match them. */
class ReadRules extends Rules {

    @Check
    void readableStores(ComponentDeclaration component) {
        if (!component.isReadable()) {
            return;
        }
        if (component.getStores().isEmpty()) {
            reject("readable-stores-nothing", capital(Owner.of(component)) + " may have read replicas, but stores no data.",
                    "leave out replica readable, or add: stores orders",
                    component, Literals.COMPONENT_DECLARATION__READABLE);
        } else if (component.getStores().stream().anyMatch(data -> !data.eIsProxy() && data.getReplicas() == null)) {
            String single = component.getStores().stream().filter(data -> data.getReplicas() == null).map(DataDeclaration::getName)
                    .findFirst().orElse("");
            unsure("readable-single", capital(Owner.of(component)) + " may have read replicas, but data " + single
                    + " allows only one copy.",
                    "add to data " + single + ": replicas 1..2", component, Literals.COMPONENT_DECLARATION__READABLE);
        }
    }

    @Check
    void copiesAreSomewhere(DataDeclaration data) {
        ApplicationDeclaration application = (ApplicationDeclaration) data.eContainer();
        boolean copied = application.getComponents().stream().anyMatch(component -> component.isReadable()
                && component.getStores().contains(data));
        if (data.getReplicas() != null && !copied) {
            unsure("replicas-unreadable", "Of " + Owner.of(data)
                    + " several copies may be, but no component that stores it has read replicas: there will be one.",
                    "add to the component that stores it: replica readable", data, Literals.DATA_DECLARATION__REPLICAS);
        }
    }

    @Check
    void readsOfReplicas(HopDeclaration hop) {
        if (hop.isReads() && hop.isFromUsers()) {
            reject("reads-of-users", capital(Owner.of(hop)) + " reads, but users are sent to no read replica.", "leave out reads.", hop,
                    Literals.HOP_DECLARATION__READS);
        } else if (hop.isReads() && hop.getTo() != null && !hop.getTo().eIsProxy() && !hop.getTo().isReadable()) {
            unsure("reads-without-replica", capital(Owner.of(hop)) + " reads, but " + hop.getTo().getName()
                    + " has no read replicas: it is called as any other.",
                    "add to component " + hop.getTo().getName() + ": replica readable", hop, Literals.HOP_DECLARATION__READS);
        }
    }

    /** Planning adds components with these names. */
    @Check
    void nameOfReplica(ComponentDeclaration component) {
        Set<String> primaries = ((ApplicationDeclaration) component.eContainer()).getComponents().stream()
                .filter(ComponentDeclaration::isReadable).map(ComponentDeclaration::getName).collect(Collectors.toSet());
        if (component.getName() != null && ReadReplicas.nameOfReplica(component.getName(), primaries)) {
            reject("reserved-name", capital(Owner.of(component)) + " has the name of a read replica.", "use another name.", component);
        }
    }

    /**
     * Readers get the name of a replica in an environment variable. Its name is derived without case and dashes, so different components
     * can collide.
     */
    @Check
    void variableOfReplica(ApplicationDeclaration application) {
        Map<String, ComponentDeclaration> byVariable = new HashMap<>();
        List<String> names = application.getComponents().stream().map(ComponentDeclaration::getName).filter(Objects::nonNull).toList();
        for (ComponentDeclaration component : application.getComponents()) {
            ComponentDeclaration earlier = component.getName() == null || !component.isReadable() ? null
                    : byVariable.putIfAbsent(ReadReplicas.variable(component.getName()), component);
            // Names that differ only in case are reported by another rule.
            if (earlier != null && !earlier.getName().equalsIgnoreCase(component.getName())) {
                String free = FreeName.like(component.getName(), "-", name -> names.stream().anyMatch(name::equalsIgnoreCase));
                rejectName("duplicate-name", capital(Owner.of(component)) + " and " + earlier.getName()
                        + " have the same variable for their read replicas: "
                        + ReadReplicas.variable(component.getName()) + ".", "rename it to " + free + ".", free, component);
            }
        }
    }

    private void unsure(String code, String message, String suggestion, EObject part, EStructuralFeature feature) {
        warning(message, part, feature, code, Suggestion.data(suggestion, List.of()));
    }
}
