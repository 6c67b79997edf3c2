package org.caravan.dsl;

import java.util.Optional;
import org.caravan.application.Ceiling;
import org.caravan.application.Scaling;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.FormDeclaration;

/** Reads how many instances of a component there are, what each can serve and whether there need be any. */
final class NumberReader {

    private NumberReader() {}

    /** Where a range is written, the least. */
    static int replicas(ComponentDeclaration component) {
        return component.getReplicas() == null ? 1 : Integer.parseInt(component.getReplicas());
    }

    static Optional<Scaling> scaling(ComponentDeclaration component) {
        int most = component.getMostReplicas() == null ? replicas(component) : Integer.parseInt(component.getMostReplicas());
        return Optional.ofNullable(component.getCapacity()).map(capacity -> new Scaling(most, Amounts.rate(capacity)));
    }

    /** What is written above what is reserved. */
    static Ceiling ceiling(FormDeclaration form) {
        return new Ceiling(Optional.ofNullable(form.getMostCpu()).map(Amounts::cores), Optional.ofNullable(form.getMostMemory()).map(Amounts::bytes));
    }

    /** Empty where it must run; the least where only that it need not is written. */
    static Optional<Integer> priority(ComponentDeclaration component) {
        return component.isOptional() ? Optional.of(component.getPriority() == null ? 1 : Integer.parseInt(component.getPriority())) : Optional.empty();
    }
}
