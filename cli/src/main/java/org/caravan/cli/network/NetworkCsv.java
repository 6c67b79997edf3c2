package org.caravan.cli.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.api.network.MeasuredPathView.FigureView;
import org.caravan.api.network.MeasuredPathView;

/**
 * Network paths and their figures as rows of CSV; an unknown figure is seven empty fields. The last columns are the 99th percentile of the
 * round-trip time and its number of samples.
 */
public final class NetworkCsv {

    private static final List<String> QUANTITIES = List.of("idleRtt", "loadedRtt", "throughput", "jitter");
    private static final List<String> FIELDS = List.of("mean", "halfWidth95", "median", "p95", "samples", "newest", "origin");
    private static final List<String> LAST = List.of("p99", "p99Samples");
    private static final List<Object> UNKNOWN = FIELDS.stream().map(field -> (Object) "").toList();

    static final String HEADER = "from,to,loss," + Stream.concat(
                    QUANTITIES.stream().flatMap(quantity -> FIELDS.stream().map(field -> quantity + "_" + field)),
                    LAST.stream().map(field -> "idleRtt_" + field))
            .collect(Collectors.joining(","));

    private NetworkCsv() {}

    public static String row(MeasuredPathView path) {
        Optional<FigureView> idle = Optional.ofNullable(path.idleRtt());
        List<Object> row = new ArrayList<>(List.of(path.from(), path.to(), path.loss()));
        Stream.of(idle, path.loadedRtt(), path.throughput(), path.jitter())
                .forEach(figure -> row.addAll(figure.map(NetworkCsv::fields).orElse(UNKNOWN)));
        row.add(idle.<Object>flatMap(FigureView::p99).orElse(""));
        row.add(idle.<Object>flatMap(FigureView::p99Samples).orElse(""));
        return row.stream().map(NetworkCsv::field).collect(Collectors.joining(","));
    }

    /** In the order of {@link #FIELDS}. */
    private static List<Object> fields(FigureView figure) {
        return List.of(figure.mean(), figure.halfWidth95(), figure.median(), figure.p95(), figure.samples(),
                Optional.<Object>ofNullable(figure.newest()).orElse(""), figure.origin());
    }

    /** Quotes fields if necessary; current names of sites and ISPs have no commas or quotes. */
    private static String field(Object value) {
        String text = value.toString();
        return text.matches("[^\",\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
