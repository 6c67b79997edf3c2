package org.caravan.server.planning;

import java.util.List;
import org.caravan.api.plan.ConflictView;
import org.caravan.api.plan.DiffView;
import org.caravan.api.plan.LeftOutView;
import org.caravan.api.plan.RemarkView;
import org.caravan.plan.Conflict;
import org.caravan.plan.Omissions;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.lint.Remark;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;

/** Converts differences, conflicts, omissions and remarks of plans into answers of REST. */
final class PlanViews {

    private PlanViews() {}

    static List<RemarkView> of(List<Remark> remarks) {
        return remarks.stream()
                .map(remark -> new RemarkView(remark.severity().toString(), remark.code(), remark.message(), remark.suggestion(),
                        remark.text()))
                .toList();
    }

    static ConflictView of(Conflict conflict) {
        return new ConflictView(conflict.requirements(), conflict.certainty().name(), conflict.lines(), conflict.others());
    }

    static LeftOutView of(Omissions left) {
        return new LeftOutView(
                left.parts().stream()
                        .map(part -> new LeftOutView.Part(part.componentId(), part.copies(), part.of(), part.priority(),
                                part.toString())).toList(),
                left.unserved().stream()
                        .map(one -> new LeftOutView.Unserved(one.requestId(), one.usersId(), one.perSecond(), one.components())).toList(),
                left.least(), left.because(), left.conflict().map(PlanViews::of));
    }

    static DiffView of(PlanDiff diff) {
        return new DiffView(changes(diff.instances()), changes(diff.links()), changes(diff.entries()), diff.notPlaced(),
                diff.costBefore().map(MonthlyCost::value), diff.costAfter().value(),
                diff.latencies().stream()
                        .map(change -> new DiffView.LatencyChange(change.requestId(), change.usersId(),
                                change.before().map(Millis::value), change.after().value(), change.afterP95().value()))
                        .toList(),
                diff.wattsBefore(), diff.wattsAfter());
    }

    private static List<DiffView.Change> changes(List<PlanDiff.Line> lines) {
        return lines.stream().map(line -> new DiffView.Change(line.action().name(), line.subject(), line.detail())).toList();
    }
}
