package org.caravan.solver;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Problems without a choice of alternatives, for proofs and explanations if no choice has a placement. */
final class AlternativeBounds {

    private AlternativeBounds() {}

    /**
     * The same without a choice: of each component, the alternative with the least memory and CPU. If nothing can be placed with it,
     * the explanation holds for this alternative.
     */
    static PlacementProblem leanest(PlacementProblem problem) {
        return !AlternativeSearch.concerns(problem) ? problem : problem.withApplication(problem.application().withComponents(
                problem.application().components().stream()
                        .map(component -> component.withForms(component.alternatives().get(leanest(component)))).toList()));
    }

    /**
     * The same without a choice: each form needs the least of all forms of its component. If this has no placement, no choice has one.
     * Current placements of components with alternatives are left out, because a copy with such a form is not the current one.
     */
    static PlacementProblem relaxed(PlacementProblem problem) {
        if (!AlternativeSearch.concerns(problem)) {
            return problem;
        }
        Set<String> ids = AlternativeSearch.open(problem).stream().map(Component::id).collect(Collectors.toSet());
        return problem.withCurrent(problem.current().stream().filter(now -> !ids.contains(now.instance().componentId())).toList())
                .withApplication(problem.application().withComponents(problem.application().components().stream()
                        .map(component -> ids.contains(component.id()) ? component.withForms(relaxed(component)) : component).toList()));
    }

    /** Virtual machines last, because they occupy their hosts. */
    private static List<Form> relaxed(Component component) {
        List<Form> all = component.forms();
        Form first = all.get(0);
        MilliCores cpu = all.stream().map(Form::cpu).min(Comparator.naturalOrder()).orElse(first.cpu());
        Bytes memory = all.stream().map(Form::memory).min(Comparator.naturalOrder()).orElse(first.memory());
        Bytes disk = all.stream().map(Form::diskBytes).min(Comparator.naturalOrder()).orElse(first.diskBytes());
        Set<Architecture> architectures = all.stream().flatMap(form -> form.architectures().stream()).collect(Collectors.toSet());
        return component.alternatives().get(0).stream().sorted(Comparator.comparing((Form form) -> form.kind() == FormKind.VM))
                .map(form -> new Form(form.kind(), form.image(), cpu, memory, architectures, form.environment(), form.secrets(),
                        Optional.of(disk), Optional.empty(), form.scripts(), form.startup())).toList();
    }

    /** Index of the alternative with the least memory and CPU. */
    static int leanest(Component component) {
        List<List<Form>> all = component.alternatives();
        return IntStream.range(0, all.size()).boxed().min(Comparator
                .comparingLong((Integer one) -> all.get(one).stream().mapToLong(form -> form.memory().value()).sum())
                .thenComparingLong(one -> all.get(one).stream().mapToLong(form -> form.cpu().value()).sum())).orElseThrow();
    }
}
