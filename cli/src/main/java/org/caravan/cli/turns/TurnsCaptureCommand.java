package org.caravan.cli.turns;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.caravan.api.application.TurnCaptureOrder;
import org.caravan.api.application.TurnCaptureView;
import org.caravan.api.application.TurnCaptureView.HopView;
import org.caravan.api.application.TurnCaptureView.RequestView;
import org.caravan.api.application.TurnCaptureView.ResultView;
import org.caravan.api.application.TurnCaptureView.State;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import org.caravan.client.Polling;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "capture",
        mixinStandardHelpOptions = true,
        description = {"Captures the packets of a deployed application and prints turns, bytes and service time of each link of each "
                + "request, beside those of the model. Needs tshark at the server and tcpdump at the hosts.",
            "Only TCP headers and request lines are captured, and they are deleted after the analysis. Requests are recognised by their "
                    + "'when METHOD PATH' in the model. A sample is a request that runs alone."},
        exitCodeList = {"0:All requests have samples and fit the model.", "1:A request has no samples, or the capture fails.",
            "2:A request does not fit the model: its turns differ by more than 1, or its bytes by more than a factor of 2."},
        footer = {"", "Example: caravan turns capture sock-shop --for 60s --output profiles"})
final class TurnsCaptureCommand extends LiveCommand {

    private static final long POLL_MILLIS = 500;
    private static final int PERCENT = 100;
    private static final Pattern TIME = Pattern.compile("([1-9][0-9]{0,2})(s|m)");
    private static final int SECONDS_PER_MINUTE = 60;

    @Mixin
    private ApplicationName application;

    @Option(names = "--for", paramLabel = "TIME", defaultValue = "60s", converter = Length.class,
            description = "Length of the capture, 1s to 5m (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--component", paramLabel = "NAME",
            description = "Only this component and those that users reach; may be repeated (default: all).")
    private List<String> components;

    @Option(names = {"-o", "--output"}, paramLabel = "FOLDER",
            description = "Folder for profiles: NAME.turns.json of each request that has samples.")
    private Path folder;

    @Option(names = "--force", description = "Overwrites profiles.")
    private boolean force;

    @Override
    protected int run(Api api) {
        TurnCaptureOrder order = new TurnCaptureOrder(Optional.of(seconds), Optional.ofNullable(components));
        String name = new ApplicationChoice(api).choose(application.named());
        String id = api.post(ApiPath.of("applications", name, "turn-captures"), order, TurnCaptureView.class).value().id();
        ApiPath path = ApiPath.of("applications", name, "turn-captures", id);
        Answer<TurnCaptureView> capture = new Polling(terminal()).last(POLL_MILLIS, () -> api.get(path, TurnCaptureView.class),
                now -> now.value().state() == State.RUNNING,
                now -> bar((int) (now.value().progress() * PERCENT), PERCENT, "% captured"));
        ResultView result = capture.value().result().orElseThrow(() -> new ApiFault("capture-failed",
                capture.value().error().orElse("The capture failed.").replace("\nMaybe", "\n    Maybe")));
        List<Path> written = folder == null ? List.of() : ProfileFiles.write(folder, force, result.requests().stream()
                .filter(request -> request.samples() > 0)
                .collect(Collectors.toMap(RequestView::request, TurnsCaptureCommand::profile, (one, other) -> one, LinkedHashMap::new)));
        if (!printedJson(capture)) {
            lines(result).forEach(terminal()::line);
            written.forEach(file -> terminal().line(file.toString()));
        }
        return !result.fits() ? ExitCode.CHANGES_PENDING
                : result.requests().stream().allMatch(request -> request.samples() > 0) ? ExitCode.DONE : ExitCode.ERROR;
    }

    /** Seconds of {@code 60s} or {@code 2m}. */
    static final class Length implements ITypeConverter<Integer> {

        @Override
        public Integer convert(String text) {
            Matcher time = TIME.matcher(text);
            int seconds = !time.matches() ? 0 : Integer.parseInt(time.group(1)) * (time.group(2).equals("m") ? SECONDS_PER_MINUTE : 1);
            if (seconds < 1 || seconds > 5 * SECONDS_PER_MINUTE) {
                throw new TypeConversionException("'" + text + "' is no time from 1s to 5m");
            }
            return seconds;
        }
    }

    static Map<String, Object> profile(RequestView request) {
        return ProfileFiles.profile(request.request(), request.samples(), request.hops().stream()
                .filter(TurnsCaptureCommand::usual).map(hop -> {
                    Map<String, Object> shown = ProfileFiles.hop(hop.from(), hop.to(), hop.turns(), hop.meanBytes(), hop.p95Bytes());
                    shown.put("service", Map.of("mean", hop.referenceMeanMillis(), "p95", hop.referenceP95Millis()));
                    shown.put("agreement", hop.agreement());
                    return shown;
                }).toList());
    }

    static List<String> lines(ResultView result) {
        List<String> lines = new ArrayList<>();
        for (RequestView request : result.requests()) {
            lines.add("request %s: %s%s".formatted(request.request(), request.samples() == 0 ? "no samples"
                    : request.samples() + " samples, median " + millis(request.elapsedMillis())
                    + request.load().filter(load -> load.count() > request.samples()).map(load ->
                            ", mean %s; all %d requests: mean %s, p95 %s".formatted(millis(load.aloneMeanMillis()), load.count(),
                                    millis(load.meanMillis()), millis(load.p95Millis()))).orElse(""),
                    request.fits() ? "" : "; does not fit the model"));
            request.hops().forEach(hop -> lines.add(line(hop)));
        }
        lines.add("%d requests captured; %d overlap others, %d have no answer, %d are of no request with a pattern".formatted(
                result.captured(), result.overlapping(), result.unanswered(), result.unrecognised())
                + (result.unassignedConnections() == 0 ? "" : "; %d connections lead to no component"
                        .formatted(result.unassignedConnections()))
                + (result.cut() ? "; a capture ended at its limit of packets" : "") + ".");
        result.clocks().forEach(clock -> lines.add("clock of " + clock.host() + ": " + clock.aheadMillis()
                .map(ahead -> millis(ahead) + " ahead, within " + millis(clock.errorMillis()))
                .orElse("not compared, because no captured link connects it") + "."));
        lines.addAll(result.notes());
        return lines;
    }

    private static String line(HopView hop) {
        String model = hop.modelTurns().map(turns -> "model says %d turns, %d bytes".formatted(turns, hop.modelBytes().orElse(0L))
                + hop.modelServiceMillis().map(service -> ", " + millis(service)).orElse("")).orElse("not in the model");
        if (hop.turns() == 0) {
            return "%s %-28s not captured; %s".formatted(mark(hop), hop.from() + " -> " + hop.to(), model);
        }
        return "%s %-28s %3d turns (%3.0f %% of samples)  %10d bytes  %10s in %s; %s%s".formatted(mark(hop), hop.from() + " -> " + hop.to(),
                hop.turns(), hop.agreement() * PERCENT, hop.bytes(), millis(hop.serviceMillis()), hop.to(), model,
                usual(hop) ? "" : " (not in the profile: in %.0f %% of samples)".formatted(hop.share() * PERCENT));
    }

    /** Whether a profile contains the hop: more than half of the samples use it. */
    private static boolean usual(HopView hop) {
        return hop.share() > 0.5;
    }

    private static String mark(HopView hop) {
        return hop.fits() ? " " : "!";
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%.2f ms", value);
    }
}
