package org.caravan.cli.application;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.api.application.BandwidthChangeView;
import org.caravan.api.application.BandwidthOrder;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.client.Api;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "set",
        mixinStandardHelpOptions = true,
        description = "Changes the bandwidth of a running copy. If it fits, it changes at once and connections stay open; otherwise a plan "
                + "that makes it fit waits for approval, or the minima that do not fit are named.",
        exitCodeList = {"0:The copy has the bandwidth.", "1:Error, or it does not fit anywhere.", "2:A plan waits for approval.",
                "3:The deployment failed and was undone."},
        footer = {"", "Later plans keep the change until another model of the application is submitted.", "",
                "Example: caravan bandwidth set sock-shop/frontend:1 min 20Mbit/s max 50Mbit/s share 3"})
public final class BandwidthSetCommand extends ServerCommand {

    @Parameters(index = "0", paramLabel = "INSTANCE",
            description = "Component and number (frontend:1), or the component if it has one instance;"
            + " with the application before it where the server has several: sock-shop/frontend:1.")
    private String instance;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "BANDWIDTH",
            description = "min RATE, max RATE and share NUMBER, at least one of them; rates as 500kbit/s, 20Mbit/s or 1Gbit/s. "
                    + "What is left out is no minimum, no maximum, and share 1.")
    private List<String> bandwidth;

    @Option(names = "--application", paramLabel = "NAME", description = "Application, if INSTANCE does not name it.")
    private String application;

    @Mixin
    private WaitOption waiting;

    @Spec
    private CommandSpec spec;

    @Override
    protected int run(Api api) {
        BandwidthOrder wanted = BandwidthWords.read(bandwidth, spec);
        BandwidthAnswer answer = new BandwidthAnswer(api, terminal(), json(), waiting);
        InstanceResolver.Named named = new InstanceResolver(api).named(application, instance);
        return answer.show(named, api.put(BandwidthAnswer.path(named), wanted, BandwidthChangeView.class));
    }

    /** Parses bandwidth as the modelling language writes it: {@code min 20Mbit/s max 50 Mbit/s share 3}. */
    static final class BandwidthWords {

        private static final Pattern PART = Pattern.compile(
                "(?<word>min|max|share) (?<number>[0-9]{1,9}(\\.[0-9]{1,3})?) ?(?<unit>[kMG]?bit/s)?(?: |$)");
        private static final Map<String, Double> UNITS = Map.of("bit/s", 1.0, "kbit/s", 1e3, "Mbit/s", 1e6, "Gbit/s", 1e9);

        private BandwidthWords() {}

        /**
         * @throws ParameterException for other words, a word twice, or a rate without its unit
         */
        static BandwidthOrder read(List<String> words, CommandSpec command) {
            String text = String.join(" ", words);
            Map<String, Double> values = new HashMap<>();
            Matcher part = PART.matcher(text);
            int end = 0;
            while (end < text.length()) {
                if (!part.find(end) || part.start() != end) {
                    throw wrong("There is no bandwidth (" + text.substring(end) + ").", command);
                }
                String word = part.group("word");
                boolean rate = !word.equals("share");
                if (rate != (part.group("unit") != null)) {
                    throw wrong(rate ? "The " + word + " (" + part.group("number") + ") has no unit." : "A share has no unit.", command);
                }
                double number = Double.parseDouble(part.group("number"));
                if (values.put(word, rate ? number * UNITS.get(part.group("unit")) : number) != null) {
                    throw wrong(String.format(Locale.ROOT, "There are two words (%s).", word), command);
                }
                end = part.end();
            }
            return new BandwidthOrder(Optional.ofNullable(values.get("min")).map(Math::round),
                    Optional.ofNullable(values.get("max")).map(Math::round), Optional.ofNullable(values.get("share")));
        }

        private static ParameterException wrong(String message, CommandSpec command) {
            return new ParameterException(command.commandLine(), message + "\n    Maybe write it as in: min 20Mbit/s max 50Mbit/s share 3");
        }
    }
}
