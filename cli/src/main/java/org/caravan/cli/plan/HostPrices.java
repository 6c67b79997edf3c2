package org.caravan.cli.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.caravan.api.application.ApplicationView;
import org.caravan.api.application.ApplicationView.HostView;

/** Texts about the cost of an application's hosts, and about its distribution after the application is removed. */
public final class HostPrices {

    private HostPrices() {}

    /** The application's share of the cost of its hosts; empty if they are free. */
    public static Optional<String> share(ApplicationView application) {
        long share = sum(application.hosts(), HostView::shareCentsPerMonth);
        List<HostView> shared = priced(application, true);
        return share == 0 ? Optional.empty() : Optional.of("its share of what its hosts cost: " + euros(share)
                + (shared.isEmpty() ? "" : " (of " + euros(sum(shared, HostView::costCentsPerMonth)) + " for " + names(shared)
                        + ", where other applications are too, "
                        + euros(sum(shared, HostView::shareCentsPerMonth)) + ")"));
    }

    /** Which costs end with the application and which do not, one sentence each; empty if its hosts are free. */
    public static List<String> afterwards(ApplicationView application) {
        List<HostView> alone = priced(application, false);
        List<HostView> shared = priced(application, true);
        return List.of(
                alone.isEmpty() ? "" : "No application is on " + names(alone) + " then, of "
                        + euros(sum(alone, HostView::costCentsPerMonth)) + ".",
                shared.isEmpty() ? "" : "Other applications stay on " + names(shared) + ": its share of the price, "
                        + euros(sum(shared, HostView::shareCentsPerMonth))
                        + " of " + euros(sum(shared, HostView::costCentsPerMonth)) + ", is then paid by them.")
                .stream().filter(sentence -> !sentence.isEmpty()).toList();
    }

    private static List<HostView> priced(ApplicationView application, boolean shared) {
        return application.hosts().stream().filter(host -> host.shared() == shared && host.costCentsPerMonth() > 0).toList();
    }

    private static long sum(List<HostView> hosts, ToLongFunction<HostView> what) {
        return hosts.stream().mapToLong(what).sum();
    }

    private static String names(List<HostView> hosts) {
        return hosts.stream().map(HostView::hostId).collect(Collectors.joining(", "));
    }

    private static String euros(long cents) {
        return String.format(Locale.ROOT, "%.2f EUR/month", cents / 100.0);
    }
}
