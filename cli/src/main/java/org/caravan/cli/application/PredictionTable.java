package org.caravan.cli.application;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.api.application.PredictionView;
import org.caravan.api.application.RequestView;
import org.caravan.api.application.RequestView.State;
import org.caravan.cli.command.Terminal;

/** Table of predictions by plan: the parts of each predicted mean, then prediction, measurement and their ratio. All times are in ms. */
final class PredictionTable {

    private static final String ROW = "  %-30s %9s %9s %9s %9s %9s %9s %9s %9s %9s %7s %7s %8s %9s";
    private static final int ID = 8;
    private static final String UNKNOWN = "-";

    private PredictionTable() {}

    /** The plan in force first, then the newest measurement. */
    static List<String> lines(List<PredictionView> predictions) {
        Map<String, List<PredictionView>> plans = predictions.stream()
                .sorted(Comparator.comparing(PredictionView::inForce).thenComparing(PredictionView::until).reversed())
                .collect(Collectors.groupingBy(PredictionView::planId, LinkedHashMap::new, Collectors.toList()));
        List<String> lines = new ArrayList<>();
        plans.forEach((id, rows) -> {
            PredictionView any = rows.get(0);
            lines.add((lines.isEmpty() ? "" : "\n") + "plan " + id.substring(0, Math.min(ID, id.length()))
                    + (any.inForce() ? ", in force: " : ", earlier: ") + "measured since " + Terminal.second(any.request().since())
                    + (any.inForce() ? "" : " until " + Terminal.second(any.until())) + "; times in ms");
            lines.add(ROW.formatted("users request", "trips", "transfer", "service", "queueing", "mean", "median", "median", "p95", "p95",
                    "ratio", "ratio", "trend", "count"));
            lines.add(ROW.formatted("", "part", "part", "part", "part", "predicted", "predicted", "measured", "predicted", "measured",
                    "median", "p95", "", ""));
            rows.stream().sorted(Comparator.comparing(PredictionView::subject)).forEach(row -> lines.add(line(row)));
        });
        if (predictions.stream().anyMatch(one -> one.parts().wholeServiceMillis().isEmpty())) {
            lines.add("  service (declared or learned) -: the plan knew none; queueing -: no capacity on the way");
        }
        return lines;
    }

    private static String line(PredictionView one) {
        RequestView request = one.request();
        boolean measured = request.state() == State.MEASURED;
        String line = ROW.formatted(request.usersId() + " " + request.requestId(), figure(one.parts().roundTripsMillis()),
                figure(one.parts().transferMillis()), figure(one.parts().wholeServiceMillis()), figure(one.parts().queueingMillis()),
                figure(request.predictedMeanMillis()), figure(request.predictedP50Millis()), figure(request.medianMillis()),
                figure(request.predictedP95Millis()), figure(request.p95Millis()), ratio(request.medianRatio()), ratio(request.p95Ratio()),
                one.trend().map(trend -> trend.name().toLowerCase(Locale.ROOT)).orElse(UNKNOWN), measured ? request.count() : UNKNOWN);
        return measured ? line : line + "  " + RequestTable.why(request.state());
    }

    private static String figure(double millis) {
        return String.format(Locale.ROOT, "%.1f", millis);
    }

    private static String figure(Optional<Double> millis) {
        return millis.map(PredictionTable::figure).orElse(UNKNOWN);
    }

    private static String ratio(Optional<Double> ratio) {
        return ratio.map(known -> String.format(Locale.ROOT, "%.2f", known)).orElse(UNKNOWN);
    }
}
