package org.caravan.cli.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.api.plan.WhatIfOrder;
import org.caravan.api.plan.WhatIfView;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "whatif",
        mixinStandardHelpOptions = true,
        description = "Computes cost and latency of an application under changed assumptions. Changes nothing.",
        footer = {
            "",
            "Places are sites, hosts' sites by kind (edge, private, public, cloud, users), access links (simula.Telenor) or points "
                    + "(simula.Telenor/ipv4).",
            "Example: caravan whatif --rtt \"edge<->cloud=280ms\" --users x10 --chart whatif.svg",
            "Example: caravan whatif --cases examples/sock-shop/whatif/paper.cases --afresh"
        })
public final class WhatIfCommand extends LiveCommand {

    @Mixin
    private ApplicationName application;

    @Option(names = "--pin", paramLabel = "COMPONENT=PLACE",
            description = "Restrict a component to these places, separated by commas; * means all components.")
    private List<String> pins = List.of();

    @Option(names = "--without", paramLabel = "PLACE", description = "Exclude a site, host or access link.")
    private List<String> without = List.of();

    @Option(names = "--rtt", paramLabel = "PLACE<->PLACE=TIME",
            description = "Assume another round-trip time: 280ms, +20ms or x2; -> changes one direction.")
    private List<String> roundTripTimes = List.of();

    @Option(names = "--users", paramLabel = "[USERS=]xN", description = "Multiply the request rate by N.")
    private List<String> users = List.of();

    @Option(names = "--price", paramLabel = "TYPE=PRICE",
            description =
            "Assume another price of a host type or offer, 18EUR (per month) or x0.5, or of egress on an access link, "
            + "ohio.Amazon=0.05EUR/GiB.")
    private List<String> prices = List.of();

    @Option(names = "--waive", paramLabel = "COMPONENT",
            description = "Ignore the component's location requirements; * means all components.")
    private List<String> waived = List.of();

    @Option(names = "--cases", paramLabel = "FILE",
            description =
                    "File with one case per line, 'NAME: ASSUMPTION; …', as in 'cloud only: pin *=cloud'; the other options apply to all "
                    + "cases.")
    private Path cases;

    @Option(names = "--afresh", description = "Assume that nothing runs yet: stateful components can be placed anywhere.")
    private boolean afresh;

    @Option(names = "--chart", paramLabel = "FILE", description = "Also draw latency, cost and power as an SVG chart.")
    private Path chart;

    @Override
    protected int run(Api api) {
        String name = new ApplicationChoice(api).choose(application.named());
        Answer<WhatIfView> answer = api.post(ApiPath.of("applications", name, "what-if"), order(), WhatIfView.class);
        if (chart != null) {
            write(chart, answer.value().chart());
        }
        if (!printedJson(answer)) {
            terminal().line(answer.value().text());
        }
        return ExitCode.DONE;
    }

    private WhatIfOrder order() {
        List<String> asked = suppositions();
        if (cases != null) {
            return new WhatIfOrder(asked, List.of(), Optional.of(text(cases)), Optional.of(afresh), Optional.of(chart != null));
        }
        List<WhatIfOrder.Case> one = asked.isEmpty() ? List.of() : List.of(new WhatIfOrder.Case("what if", asked));
        return new WhatIfOrder(List.of(), one, Optional.empty(), Optional.of(afresh), Optional.of(chart != null));
    }

    private List<String> suppositions() {
        List<String> all = new ArrayList<>();
        pins.forEach(text -> all.add("pin " + text));
        without.forEach(text -> all.add("without " + text));
        roundTripTimes.forEach(text -> all.add("rtt " + text));
        users.forEach(text -> all.add("users " + text));
        prices.forEach(text -> all.add("price " + text));
        waived.forEach(text -> all.add("waive " + text));
        return all;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new ApiFault("file-unreadable", file + " cannot be read.\n    Maybe the path is relative to another folder.");
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
