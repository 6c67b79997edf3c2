package org.caravan.dsl.reader;

import java.util.Optional;
import org.caravan.application.Ceiling;
import org.caravan.application.Scaling;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.FormDeclaration;

/** Reads the replica count, the replica capacity and the priority of a component. */
final class NumberReader {

    private NumberReader() {}

    /** Lower bound if a range is written. */
    static int replicas(ComponentDeclaration component) {
        return component.getReplicas() == null ? 1 : Integer.parseInt(component.getReplicas());
    }

    static Optional<Scaling> scaling(ComponentDeclaration component) {
        int most = component.getMostReplicas() == null ? replicas(component) : Integer.parseInt(component.getMostReplicas());
        return Optional.ofNullable(component.getCapacity()).map(capacity -> new Scaling(most, Amounts.rate(capacity)));
    }

    /** Upper limits written after the reservations. */
    static Ceiling ceiling(FormDeclaration form) {
        return new Ceiling(Optional.ofNullable(form.getMostCpu()).map(Amounts::cores),
                Optional.ofNullable(form.getMostMemory()).map(Amounts::bytes));
    }

    /** Empty if the component must run; the lowest priority if it is optional without a stated priority. */
    static Optional<Integer> priority(ComponentDeclaration component) {
        return component.isOptional() ? Optional.of(component.getPriority() == null ? 1 : Integer.parseInt(component.getPriority()))
                : Optional.empty();
    }
}
