package org.caravan.solver.report;

import java.util.List;
import java.util.stream.IntStream;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Text of the usage of each quota by an assignment. */
final class RentedText {

    private RentedText() {}

    /** One remark per quota in use. */
    static List<String> notes(CompiledProblem tables, int[] positions) {
        return tables.considered().quotas().stream().filter(quota -> !rented(tables, positions, quota).isEmpty())
                .map(quota -> "of " + quota + " this plan rents " + words(rented(tables, positions, quota))
                        + (quota.quota().hosts().filter(most -> most > quota.hosts()).isPresent()
                                ? "; other applications have " + (quota.quota().hosts().get() - quota.hosts()) + " hosts of it" : ""))
                .toList();
    }

    static List<Position> rented(CompiledProblem tables, int[] positions, QuotaLeft quota) {
        return IntStream.of(positions).distinct().mapToObj(tables::position)
                .filter(position -> position.terms().rented().quota() == quota.index()).toList();
    }

    static String words(List<Position> rented) {
        return rented.size() + (rented.size() == 1 ? " host" : " hosts") + " of "
                + new MilliCores(rented.stream().mapToLong(position -> position.terms().rented().cpu()).sum()) + " cores and "
                + new Bytes(rented.stream().mapToLong(position -> position.terms().rented().memory()).sum()) + " memory";
    }
}
