package org.caravan.problem.supposition;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.diagnostic.RejectedInput;

/** Parses assumptions. */
final class AssumptionText {

    private static final String NUMBER = "(\\d+(?:\\.\\d+)?)";
    private static final Pattern PIN = Pattern.compile("([^=]+)=([^=]+)");
    private static final Pattern RTT = Pattern.compile("([^\\s=<>]+?)\\s*+(<->|->)\\s*+([^\\s=]++)\\s*+=\\s*+(.+)");
    private static final Pattern PRICE = Pattern.compile("([^=\\s]++)\\s*+=\\s*+(\\S.*)");
    private static final Pattern USERS = Pattern.compile("(?:([^=\\s]+)\\s*=\\s*)?x" + NUMBER);
    private static final Pattern FACTOR = Pattern.compile("x" + NUMBER);
    private static final Pattern MILLIS = Pattern.compile("(\\+?)" + NUMBER + "\\s*(ms|s)");
    private static final Pattern EUROS = Pattern.compile(NUMBER + "\\s*(?:EUR(?:/month)?)");

    private static final Pattern EUROS_PER_GIB = Pattern.compile(NUMBER + "\\s*EUR/GiB");

    private AssumptionText() {}

    static Assumption read(String text) {
        int blank = text.indexOf(' ');
        String word = blank < 0 ? text : text.substring(0, blank);
        String rest = blank < 0 ? "" : text.substring(blank + 1).strip();
        return switch (word) {
            case "pin" -> pin(rest);
            case "without" -> new ExcludedResource(required(rest, word, "simula.Telenor"));
            case "rtt" -> roundTripTime(rest);
            case "users" -> rates(rest);
            case "price" -> price(rest);
            case "waive" -> new IgnoredLocations(names(required(rest, word, "accounts-db")));
            default -> throw unreadable(text, "begin with one of pin, without, rtt, users, price, waive.");
        };
    }

    private static Pin pin(String rest) {
        Matcher pin = matched(PIN, rest, "pin", "catalogue=ohio");
        return new Pin(names(pin.group(1)), names(pin.group(2)));
    }

    private static RoundTripTime roundTripTime(String rest) {
        Matcher rtt = matched(RTT, rest, "rtt", "edge<->cloud=280ms");
        boolean both = rtt.group(2).equals("<->");
        String value = rtt.group(4).strip();
        Matcher factor = FACTOR.matcher(value);
        if (factor.matches()) {
            return new RoundTripTime(rtt.group(1), rtt.group(3), both, RoundTripTime.times(number(factor.group(1))));
        }
        Matcher millis = matched(MILLIS, value, "rtt " + rest, "edge<->cloud=280ms, =x2 or =+20ms", "rtt ");
        double amount = number(millis.group(2)) * (millis.group(3).equals("s") ? 1_000 : 1);
        return new RoundTripTime(rtt.group(1), rtt.group(3), both,
                millis.group(1).isEmpty() ? RoundTripTime.of(amount) : RoundTripTime.plus(amount));
    }

    private static RequestRates rates(String rest) {
        Matcher users = matched(USERS, rest, "users", "x10, or users bergen=x10");
        return new RequestRates(Optional.ofNullable(users.group(1)), number(users.group(2)));
    }

    private static Assumption price(String rest) {
        Matcher price = matched(PRICE, rest, "price", "cloud-large=18EUR");
        Matcher factor = FACTOR.matcher(price.group(2).strip());
        if (factor.matches()) {
            return Price.times(price.group(1), number(factor.group(1)));
        }
        Matcher ofData = EUROS_PER_GIB.matcher(price.group(2).strip());
        if (ofData.matches()) {
            long millionths = Math.round(number(ofData.group(1)) * 1e6);
            return new EgressPrice(price.group(1), any -> millionths);
        }
        Matcher euros = matched(EUROS, price.group(2).strip(), "price " + rest, "cloud-large=18EUR, ohio.Amazon=0.05EUR/GiB or =x0.5",
                "price ");
        return Price.of(price.group(1), Math.round(number(euros.group(1)) * 100));
    }

    private static List<String> names(String text) {
        return Arrays.stream(text.strip().split(",")).map(String::strip).toList();
    }

    private static double number(String digits) {
        return Double.parseDouble(digits);
    }

    private static String required(String rest, String word, String example) {
        if (rest.isEmpty() || rest.contains(" ")) {
            throw unreadable(word + (rest.isEmpty() ? "" : " " + rest), "write it as in: " + word + " " + example + ".");
        }
        return rest;
    }

    private static Matcher matched(Pattern pattern, String rest, String word, String example) {
        return matched(pattern, rest, (word + " " + rest).strip(), example, word + " ");
    }

    private static Matcher matched(Pattern pattern, String text, String whole, String example, String word) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw unreadable(whole, "write it as in: " + word + example + ".");
        }
        return matcher;
    }

    private static RejectedInput unreadable(String text, String way) {
        return Assumption.refused("unreadable-supposition", "The supposition (" + text + ") cannot be read.", way);
    }
}
