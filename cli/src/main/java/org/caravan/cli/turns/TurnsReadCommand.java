package org.caravan.cli.turns;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.Terminal;
import org.caravan.client.ApiFault;
import org.caravan.turns.CaptureFault;
import org.caravan.turns.Listener;
import org.caravan.turns.RequestPattern;
import org.caravan.turns.TurnAnalysis;
import org.caravan.turns.TurnReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "read",
        mixinStandardHelpOptions = true,
        description = {"Reads packet captures (pcap or pcapng) and prints turns, bytes and service time of each link of each request. "
                + "Needs tshark, and no server.",
            "A sample is a request that runs alone: requests that overlap at the entry are counted, but give no figures. Capture where "
                    + "the components run, so that the service times contain no round trips.",
            "Requests are recognised by their HTTP request line. Of encrypted requests only one kind can be read from a capture: name it "
                    + "without method and path."},
        exitCodeList = {"0:Each request has samples.", "1:A request has no samples, or a file cannot be read or written."},
        footer = {"", "Example: caravan turns read shop.pcap --component web=10.0.0.2:80 --component db=10.0.0.3:3306 "
                + "--request 'home=GET /' "
                + "--output profiles"})
final class TurnsReadCommand implements Callable<Integer> {

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Captures of the same time; a packet may be in several of them.")
    private List<Path> files;

    @Option(names = "--component", paramLabel = "NAME=ADDRESS[:PORT]", required = true,
            description = "Address of a component in the captures; an IPv6 address with port is in brackets. May be repeated. All other "
                    + "addresses are users.")
    private List<String> components;

    @Option(names = "--request", paramLabel = "NAME[=METHOD PATH]", required = true,
            description = "Request of the model and how it is recognised; * at the end of PATH stands for any text. May be repeated.")
    private List<String> requests;

    @Option(names = {"-o", "--output"}, paramLabel = "FOLDER",
            description = "Folder for profiles: NAME.turns.json of each request that has samples.")
    private Path folder;

    @Option(names = "--force", description = "Overwrites profiles.")
    private boolean force;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Override
    public Integer call() {
        List<Listener> listeners = parsed("component-unreadable", components, Listener::parse, "web=10.0.0.2:80, or web=[2001:db8::2]:80.");
        List<RequestPattern> patterns = parsed("request-unreadable", requests, RequestPattern::parse,
                "'home=GET /', or 'item=GET /items/*'.");
        refuseRepeated(patterns);
        TurnReport report = report(listeners, patterns);
        List<Path> written = folder == null ? List.of() : write(report);
        if (json) {
            System.out.println(JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(document(report)));
        } else {
            print(report, written);
        }
        return report.requests().stream().allMatch(request -> request.samples() > 0) ? ExitCode.DONE : ExitCode.ERROR;
    }

    private static <T> List<T> parsed(String code, List<String> texts, Function<String, T> parse, String example) {
        List<T> all = new ArrayList<>();
        for (String text : texts) {
            try {
                all.add(parse.apply(text));
            } catch (IllegalArgumentException e) {
                String message = e.getMessage();
                throw new ApiFault(code, message.substring(0, 1).toUpperCase(Locale.ROOT) + message.substring(1) + ".\n    Maybe "
                        + example);
            }
        }
        return all;
    }

    /** Two profiles of one request would be one file. */
    private static void refuseRepeated(List<RequestPattern> patterns) {
        Set<String> names = new HashSet<>();
        patterns.stream().map(RequestPattern::request).filter(name -> !names.add(name)).findFirst().ifPresent(name -> {
            throw new ApiFault("request-repeated", "Request " + name + " is given twice; nothing was read.\n    Maybe name the second one "
                    + name + "-2, or use one pattern with *.");
        });
    }

    private TurnReport report(List<Listener> listeners, List<RequestPattern> patterns) {
        try {
            return new TurnAnalysis(listeners, patterns).read(files);
        } catch (CaptureFault fault) {
            throw new ApiFault(fault.code(), fault.getMessage());
        }
    }

    private List<Path> write(TurnReport report) {
        return ProfileFiles.write(folder, force, report.requests().stream().filter(request -> request.samples() > 0)
                .collect(Collectors.toMap(TurnReport.Request::request, TurnsReadCommand::profile, (one, other) -> one,
                        LinkedHashMap::new)));
    }

    private static Map<String, Object> profile(TurnReport.Request request) {
        return ProfileFiles.profile(request.request(), request.samples(), request.hops().stream().filter(TurnReport.Hop::isUsual)
                .map(hop -> ProfileFiles.hop(hop.from(), hop.to(), hop.turns(), hop.meanBytes(), hop.p95Bytes())).toList());
    }

    private static void print(TurnReport report, List<Path> written) {
        Terminal terminal = new Terminal();
        for (TurnReport.Request request : report.requests()) {
            terminal.line("request %s: %s".formatted(request.request(), request.samples() == 0 ? "no samples"
                    : request.samples() + " samples, median " + millis(request.elapsed()))
                    + request.load().filter(load -> load.count() > request.samples()).map(load ->
                            ", mean %s; all %d requests: mean %s, p95 %s".formatted(millis(load.alone()), load.count(),
                                    millis(load.mean()), millis(load.p95()))).orElse(""));
            request.hops().forEach(hop -> terminal.line("  %-28s %3d turns (%3.0f %% of samples)  %10d bytes  %10s in %s%s".formatted(
                    hop.from() + " -> " + hop.to(), hop.turns(), hop.agreement() * 100, hop.bytes(), millis(hop.service()), hop.to(),
                    hop.isUsual() ? "" : "  (not in the profile: in %.0f %% of samples)".formatted(hop.share() * 100))));
        }
        terminal.line("%d requests captured; %d overlap others, %d have no answer, %d are of no named kind".formatted(report.captured(),
                report.overlapping(), report.unanswered(), report.unrecognised())
                + (report.unassigned() == 0 ? "" : "; %d connections lead to no named component".formatted(report.unassigned()))
                + (report.cut() ? "; a capture ends in the middle of a packet" : "") + ".");
        written.forEach(file -> terminal.line(file.toString()));
    }

    private static String millis(Duration time) {
        return String.format(Locale.ROOT, "%.2f ms", time.toNanos() / 1e6);
    }

    private static Map<String, Object> document(TurnReport report) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("captured", report.captured());
        document.put("overlapping", report.overlapping());
        document.put("unanswered", report.unanswered());
        document.put("unrecognised", report.unrecognised());
        document.put("unassignedConnections", report.unassigned());
        document.put("cut", report.cut());
        document.put("requests", report.requests().stream().map(request -> {
            Map<String, Object> shown = new LinkedHashMap<>();
            shown.put("request", request.request());
            shown.put("samples", request.samples());
            shown.put("elapsedMillis", request.elapsed().toNanos() / 1e6);
            request.load().ifPresent(load -> shown.put("load", Map.of("count", load.count(), "aloneMeanMillis",
                    load.alone().toNanos() / 1e6, "meanMillis", load.mean().toNanos() / 1e6, "p95Millis", load.p95().toNanos() / 1e6)));
            shown.put("hops", request.hops().stream().map(TurnsReadCommand::hop).toList());
            return shown;
        }).toList());
        return document;
    }

    private static Map<String, Object> hop(TurnReport.Hop hop) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("from", hop.from());
        shown.put("to", hop.to());
        shown.put("turns", hop.turns());
        shown.put("agreement", hop.agreement());
        shown.put("bytes", hop.bytes());
        shown.put("meanBytes", hop.meanBytes());
        shown.put("p95Bytes", hop.p95Bytes());
        shown.put("serviceMillis", hop.service().toNanos() / 1e6);
        shown.put("share", hop.share());
        return shown;
    }
}
