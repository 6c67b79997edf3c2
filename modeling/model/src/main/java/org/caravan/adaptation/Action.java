package org.caravan.adaptation;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.caravan.unit.BitRate;

/** Action of a rule. */
public sealed interface Action {

    /**
     * Changes the number of replicas of a component.
     *
     * @param by number of replicas to add or remove, at least 1; 0 to add what the forecasts of its requests need
     */
    record Scale(Direction direction, String componentId, int by) implements Action {

        public Scale {
            if (by < 0 || by == 0 && direction == Direction.IN) {
                throw new IllegalArgumentException("scale " + direction + " " + componentId + " by " + by);
            }
        }

        /** Adds the replicas that the forecasts of the requests of the component need. A forecast removes none. */
        public static Scale byForecast(String componentId) {
            return new Scale(Direction.OUT, componentId, 0);
        }

        /** Whether forecasts decide the number. */
        public boolean followsForecasts() {
            return by == 0;
        }
    }

    /** Creates a new plan from current measurements. */
    record Replan() implements Action {}

    /** Replaces the copy of a component that runs longest by a new one on the same host, which is ready before the old one is removed. */
    record Restart(String componentId) implements Action {}

    /** Moves the copies of this application away from a host. Copies that keep data stay. */
    record Drain(String hostId) implements Action {}

    /**
     * Changes the minimum outgoing bandwidth of each copy of a component.
     *
     * @param rate the minimum, or by how much it changes
     * @param within bounds of a minimum that changes; empty for {@link Change#TO}
     */
    record Reserve(String componentId, Change change, BitRate rate, Optional<Bounds> within) implements Action {

        public Reserve {
            if (within.isPresent() == (change == Change.TO) || change != Change.TO && rate.value() == 0) {
                throw new IllegalArgumentException("reserve " + change + " " + rate + " of " + componentId);
            }
        }

        /** Minimum that the rule asks for. @param now minimum that the copy has */
        public BitRate wanted(BitRate now) {
            return switch (change) {
                case TO -> rate;
                case MORE -> new BitRate(Math.max(now.value(), bounded(now.value() + rate.value())));
                case LESS -> new BitRate(Math.min(now.value(), bounded(now.value() - rate.value())));
            };
        }

        private long bounded(long bitsPerSecond) {
            Bounds bounds = within.orElseThrow();
            return Math.max(bounds.least().value(), Math.min(bounds.most().value(), bitsPerSecond));
        }

        /** What a minimum becomes: the rate, or the present one plus or minus the rate. */
        public enum Change {
            TO,
            MORE,
            LESS
        }

        /** Bounds of a minimum, both included. */
        public record Bounds(BitRate least, BitRate most) {

            public Bounds {
                if (least.compareTo(most) > 0) {
                    throw new IllegalArgumentException("bounds of a minimum: " + least + ".." + most);
                }
            }
        }
    }

    /** Returns each copy of a component to the bandwidth of the model. */
    record Release(String componentId) implements Action {}

    /**
     * Sends a message to a web address, or by e-mail.
     *
     * @param address http or https, with a host; or {@code mailto:} and one e-mail address
     */
    record Notify(String address) implements Action {

        private static final String MAILTO = "mailto:";
        /** Of a domain name (RFC 1123). */
        private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
        /** A subset of RFC 5321: no quoted names, no address literals, no header fields. */
        private static final Pattern MAIL = Pattern.compile("mailto:(?=[^@]{1,64}@)[A-Za-z0-9_+-]++(?:\\.[A-Za-z0-9_+-]++)*+"
                + "@(?=.{1,253}$)" + LABEL + "(?:\\." + LABEL + ")*+");

        public Notify {
            if (violation(address).isPresent()) {
                throw new IllegalArgumentException("no address of a message: " + address);
            }
        }

        /** E-mail address; empty for a web address. */
        public Optional<String> mail() {
            return mailed(address) ? Optional.of(address.substring(MAILTO.length())) : Optional.empty();
        }

        private static boolean mailed(String address) {
            return address.startsWith(MAILTO);
        }

        /** Why nothing can be sent to this address; empty if it can be. */
        public static Optional<String> violation(String address) {
            if (mailed(address)) {
                return MAIL.matcher(address).matches() ? Optional.empty() : Optional.of("is not mailto: with one e-mail address");
            }
            try {
                URI uri = new URI(address);
                boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
                return !web ? Optional.of("begins with neither https:// nor http:// nor mailto:")
                        : uri.getHost() == null ? Optional.of("names no host")
                        : uri.getUserInfo() != null ? Optional.of("contains credentials")
                        : uri.getFragment() != null ? Optional.of("contains a fragment") : Optional.empty();
            } catch (URISyntaxException wrong) {
                return Optional.of("is no address");
            }
        }
    }

    /**
     * Runs a program in each running copy of a component, one copy after the other.
     *
     * @param command program and arguments, separated by single spaces; no shell reads it
     */
    record Run(String componentId, String command) implements Action {

        public Run {
            if (words(command).isEmpty()) {
                throw new IllegalArgumentException("a command begins with a program");
            }
        }

        /** Program and arguments. */
        public List<String> words() {
            return words(command);
        }

        public static List<String> words(String command) {
            return command.isBlank() ? List.of() : List.of(command.strip().split(" +"));
        }
    }

    /** Whether replicas are added or removed. */
    enum Direction {
        OUT,
        IN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
