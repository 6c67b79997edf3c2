package org.caravan.cli.application;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.caravan.api.adaptation.RehearsalOrder;
import org.caravan.api.adaptation.RehearsalView;
import org.caravan.api.adaptation.RehearsalView.ResultView;
import org.caravan.api.adaptation.RehearsalView.State;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import org.caravan.client.ModelFiles;
import org.caravan.client.Polling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "rehearse",
        mixinStandardHelpOptions = true,
        description = "Rehearses the rules of an application with recorded or given metrics, on a virtual clock: decisions, minutes of "
                + "violated "
                + "promises, moves and cost, beside what happened or beside today's rules. Changes nothing.",
        footer = {"", "A load has lines TIME,SERIES,VALUE; a value holds until the next one. TIME is 90s, 5m, 2h or 1d after the begin, "
                + "or ISO 8601. "
                + "SERIES is one of: cpu of COMPONENT (cores of all copies), rate of REQUEST (requests/s), metric NAME, slo NAME (s), "
                        + "host HOST "
                + "(1 or 0), rtt PLACE<->PLACE (ms), users (factor), price TYPE (EUR).",
            "Example: caravan rehearse sock-shop --from 7d --rules shop.caravan --chart rehearsal.svg"})
public final class RehearseCommand extends LiveCommand {

    private static final long POLL_MILLIS = 300;
    private static final int PERCENT = 100;

    @Mixin
    private ApplicationName application;

    @Option(names = "--from", paramLabel = "TIME",
            description = "Begin of the recorded period: 7d, 12h or 30m ago, or ISO 8601; at most 14 days ago.")
    private String from;

    @Option(names = "--rules", paramLabel = "FILE",
            description = "Model of the application with other rules, compared with today's rules.")
    private Path rules;

    @Option(names = "--load", paramLabel = "CSV",
            description = "File with a load, which replaces what was recorded; without --from, it begins now.")
    private Path load;

    @Option(names = "--chart", paramLabel = "FILE", description = "Also draw replicas, promises and cost as an SVG chart.")
    private Path chart;

    @Override
    protected int run(Api api) {
        String name = new ApplicationChoice(api).choose(application.named());
        ApiPath all = ApiPath.of("applications", name, "rehearsals");
        String id = api.post(all, order(), RehearsalView.class).value().id();
        ApiPath path = ApiPath.of("applications", name, "rehearsals", id);
        Thread cancel = new Thread(() -> api.delete(path));
        Runtime.getRuntime().addShutdownHook(cancel);
        Answer<RehearsalView> rehearsal = new Polling(terminal()).last(POLL_MILLIS, () -> api.get(path, RehearsalView.class),
                now -> now.value().state() == State.RUNNING,
                now -> bar((int) (now.value().progress() * PERCENT), PERCENT, "% rehearsed"));
        Runtime.getRuntime().removeShutdownHook(cancel);
        return ended(rehearsal);
    }

    private int ended(Answer<RehearsalView> rehearsal) {
        Optional<ResultView> result = rehearsal.value().result();
        if (chart != null) {
            result.ifPresent(done -> write(chart, done.chart()));
        }
        if (!printedJson(rehearsal)) {
            terminal().line(result.map(ResultView::text).orElseThrow(() -> new ApiFault("rehearsal-failed",
                    rehearsal.value().error().orElse("The rehearsal was cancelled.")
                            + "\n    Maybe rehearse a shorter period: --from 1d.")));
        }
        return result.isPresent() ? ExitCode.DONE : ExitCode.ERROR;
    }

    private RehearsalOrder order() {
        return new RehearsalOrder(Optional.ofNullable(from),
                Optional.ofNullable(rules).map(file -> new ModelFiles(List.of(file)).texts()),
                Optional.ofNullable(load).map(RehearseCommand::text), Optional.of(chart != null));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new ApiFault("file-unreadable", file + " cannot be read.\n    Maybe the path is relative to another folder, or it is "
                    + "not UTF-8.");
        }
    }

    private static void write(Path file, String svg) {
        try {
            Files.writeString(file, svg);
        } catch (IOException e) {
            throw new ApiFault("file-not-written", file + " cannot be written: " + e.getMessage()
                    + "\n    Maybe its folder does not exist, or the disk is full.");
        }
    }
}
