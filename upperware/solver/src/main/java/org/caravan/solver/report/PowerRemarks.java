package org.caravan.solver.report;

import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.HostResourcesCompiler;
import org.caravan.solver.model.ActiveDimensions;

/** Report remark on the power goal: host types without a stated power consumption. */
final class PowerRemarks {

    private PowerRemarks() {}

    static Optional<String> of(PlacementProblem problem, ActiveDimensions considered) {
        TreeSet<String> used = problem.infrastructure().hosts().stream().map(Host::hostTypeId)
                .collect(Collectors.toCollection(TreeSet::new));
        String unknown = problem.infrastructure().hostTypes().stream()
                .filter(type -> used.contains(type.id()) && type.power().isEmpty()).map(HostType::id).collect(Collectors.joining(", "));
        return considered.power() == 0 || unknown.isEmpty() ? Optional.empty()
                : Optional.of("no power is stated of " + unknown + ": the goal on power counts "
                        + HostResourcesCompiler.unstated(problem).map(most -> most + ", the most that is stated,").orElse("none")
                        + " for each of their hosts");
    }
}
