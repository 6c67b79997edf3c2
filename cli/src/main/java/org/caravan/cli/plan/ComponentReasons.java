package org.caravan.cli.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.api.plan.LeftOutView;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.ReportView;
import org.caravan.api.plan.ReportView.HopPart;
import org.caravan.api.plan.ReportView.Latency;
import org.caravan.client.ApiFault;
import org.caravan.client.Display;

/** Explains the placement of one component, from the report of a plan that is too long to read completely. */
public final class ComponentReasons {

    private final Optional<ReportView> report;
    private final String component;

    public ComponentReasons(PlanView plan, String component) {
        this.report = plan.report();
        this.component = component;
    }

    /** @throws ApiFault if the plan has no such component */
    void print(Display display) {
        lines().forEach(display::line);
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        List<ReportView.Reason> instances = report.map(ReportView::instances).orElse(List.of());
        instances.stream().filter(reason -> reason.instance().startsWith(component + ":")).forEach(reason -> {
            lines.add(reason.instance() + "  " + reason.hostId() + "  " + reason.because());
            reason.removed().forEach(removed -> lines.add("  excluded: " + removed));
        });
        report.flatMap(ReportView::leftOut).ifPresent(leftOut -> addLeftOut(leftOut, lines));
        if (lines.isEmpty()) {
            throw new ApiFault("unknown-component", "The plan has no component (" + component + ").\n    Maybe one of "
                    + instances.stream().map(reason -> reason.instance().replaceFirst(":.*", "")).distinct().toList());
        }
        report.ifPresent(known -> {
            known.latencies().forEach(request -> request.hops().stream()
                    .filter(hop -> hop.from().equals(component) || hop.to().equals(component))
                    .forEach(hop -> lines.add(hop(request, hop))));
            known.tippingPoints().stream().map(ReportView.TippingPart::explanation).filter(words -> words.contains(component + ":"))
                    .forEach(words -> lines.add("it changes if: " + words));
        });
        return lines;
    }

    private void addLeftOut(LeftOutView leftOut, List<String> lines) {
        leftOut.parts().stream().filter(part -> part.componentId().equals(component)).forEach(part -> {
            lines.add("left out: " + part.explanation());
            leftOut.because().forEach(reason -> lines.add("  the whole application has no placement: " + reason));
        });
    }

    private static String hop(Latency request, HopPart hop) {
        String waits = hop.waitingMillis().map(wait -> String.format(Locale.ROOT, "waits %.1f ms and ", wait)).orElse("");
        String serves = hop.serviceMillis().map(time -> String.format(Locale.ROOT, "%.1f ms of service and ", time)).orElse("");
        return String.format(Locale.ROOT, "%s for %s: %s -> %s takes %.1f ms%s (%s%s%.1f round trips of %.1f ms, %s; %s)",
                request.requestId(), request.usersId(), hop.from(), hop.to(), hop.latencyMillis(), counted(hop.meanPart()), waits, serves,
                hop.roundTrips(),
                hop.rttMillis(), hop.path(), hop.basis());
    }

    private static String counted(double meanPart) {
        return meanPart == 1 ? "" : meanPart == 0 ? ", for which the answer does not wait"
                : String.format(Locale.ROOT, ", for %.0f %% of the requests", 100 * meanPart);
    }
}
