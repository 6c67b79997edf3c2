package org.caravan.server.turns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.application.TurnCaptureView.ClockView;
import org.caravan.api.application.TurnCaptureView.HopView;
import org.caravan.api.application.TurnCaptureView.LoadView;
import org.caravan.api.application.TurnCaptureView.RequestView;
import org.caravan.api.application.TurnCaptureView.ResultView;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.turns.TurnReport;
import org.caravan.unit.Millis;

/**
 * Compares captured profiles with those of a model. A profile fits if each usual hop has its turns within 1, as the median of a busy
 * application may differ, and its bytes within a factor of 2. Service times vary with the load of hosts and are shown only.
 *
 * @param speeds of components: mean speed of the hosts of their copies, relative to the reference host; 1 if absent
 */
record ProfileFit(ApplicationModel model, Map<String, Double> speeds) {

    private static final int NEAR_TURNS = 1;
    private static final double NEAR_BYTES = 2;
    private static final double NANOS_PER_MILLI = 1e6;

    private record Link(String from, String to) {}

    /** Hops of a model over one link together. */
    private record Declared(int turns, long bytes, Optional<Double> service, boolean usual) {

        static Declared of(Hop hop) {
            return new Declared(hop.turns(), hop.bytes().value(), hop.service().map(Hop.Service::mean).map(Millis::value),
                    hop.called().hits() < 0.5);
        }

        /** The next question changes the direction once more. */
        Declared plus(Declared next) {
            return new Declared(turns + 1 + next.turns, bytes + next.bytes,
                    service.isEmpty() && next.service.isEmpty() ? Optional.empty()
                            : Optional.of(service.orElse(0.0) + next.service.orElse(0.0)),
                    usual || next.usual);
        }
    }

    ResultView result(TurnReport report, List<String> notes) {
        List<RequestView> requests = report.requests().stream().map(this::request).toList();
        List<ClockView> clocks = report.clocks().stream().map(clock -> new ClockView(clock.name(),
                clock.aheadNanos().map(nanos -> nanos / NANOS_PER_MILLI), clock.errorNanos() / NANOS_PER_MILLI)).toList();
        return new ResultView(report.captured(), report.overlapping(), report.unanswered(), report.unrecognised(), report.unassigned(),
                report.cut(), requests.stream().allMatch(RequestView::fits), clocks, requests, notes);
    }

    private RequestView request(TurnReport.Request captured) {
        Map<Link, Declared> declared = new LinkedHashMap<>();
        Request request = model.request(captured.request());
        request.hops().forEach(hop -> declared.merge(new Link(hop.from(), hop.to()), Declared.of(hop), Declared::plus));
        List<HopView> hops = new ArrayList<>();
        for (TurnReport.Hop hop : captured.hops()) {
            hops.add(hop(hop, Optional.ofNullable(declared.remove(new Link(hop.from(), hop.to())))));
        }
        if (captured.samples() > 0) {
            declared.forEach((link, missing) -> hops.add(new HopView(link.from(), link.to(), 0, 0, 0, 0, 0, 0, 0, 0, 0,
                    Optional.of(missing.turns()), Optional.of(missing.bytes()), missing.service(), !missing.usual())));
        }
        return new RequestView(captured.request(), captured.samples(), millis(captured.elapsed(), 1),
                hops.stream().allMatch(HopView::fits), hops, captured.load().map(load -> new LoadView(load.count(),
                        millis(load.alone(), 1), millis(load.mean(), 1), millis(load.p95(), 1))));
    }

    private HopView hop(TurnReport.Hop hop, Optional<Declared> declared) {
        double speed = speeds.getOrDefault(hop.to(), 1.0);
        boolean fits = declared.map(model -> Math.abs(hop.turns() - model.turns()) <= NEAR_TURNS && near(hop.bytes(), model.bytes()))
                .orElse(!hop.isUsual());
        return new HopView(hop.from(), hop.to(), hop.turns(), hop.agreement(), hop.bytes(), hop.meanBytes(), hop.p95Bytes(),
                millis(hop.service(), 1), millis(hop.mean(), speed), millis(hop.p95(), speed), hop.share(), declared.map(Declared::turns),
                declared.map(Declared::bytes), declared.flatMap(Declared::service), fits);
    }

    private static boolean near(long captured, long declared) {
        return captured <= NEAR_BYTES * declared && declared <= NEAR_BYTES * captured;
    }

    private static double millis(Duration time, double factor) {
        return Math.round(time.toNanos() * factor / 1e3) / 1e3;
    }
}
