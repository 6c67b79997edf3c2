package org.caravan.turns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.turns.Exchange.Link;
import org.caravan.turns.Segment.Socket;

/** Segments of one TCP connection in order of time, without those that bring nothing new, and its exchanges. */
final class Connection {

    /** A connection that is opened longer before its first request was opened ahead, and its handshake delays no request. */
    private static final long OPENED_AHEAD_NANOS = Duration.ofSeconds(1).toNanos();

    private final Link link;
    private final Socket server;
    private final Optional<Segment> syn;
    private final List<Step> steps = new ArrayList<>();
    private final NewBytes fromClient = new NewBytes();
    private final NewBytes fromServer = new NewBytes();

    /** @param first its first captured segment */
    Connection(Link link, Socket server, Segment first) {
        this.link = link;
        this.server = server;
        this.syn = Optional.of(first).filter(Segment::opening);
    }

    Link link() {
        return link;
    }

    /** Whether a segment opens another connection between the same sockets: its initial sequence number differs (RFC 9293, 3.4.1). */
    boolean isFollowedBy(Segment segment) {
        return segment.opening() && syn.filter(own -> own.sequence() == segment.sequence()).isEmpty();
    }

    /**
     * Segment with new bytes, or a handshake segment.
     *
     * @param toServer direction
     */
    record Step(long nanos, boolean toServer, Segment segment) {}

    /** Finds segments that were sent or captured before: retransmissions, and the same packet on two interfaces of a host. */
    private static final class NewBytes {

        private boolean synSeen;
        private boolean begun;
        private long next;

        boolean isNew(Segment segment) {
            if (segment.syn()) {
                boolean first = !synSeen;
                synSeen = true;
                return first;
            }
            long end = segment.sequence() + segment.length();
            // Differences of sequence numbers are of 32 bits and have a sign (RFC 9293, 3.4).
            if (begun && (int) (end - next) <= 0) {
                return false;
            }
            begun = true;
            next = end;
            return true;
        }
    }

    void add(Segment segment) {
        boolean toServer = segment.target().equals(server);
        if ((toServer ? fromClient : fromServer).isNew(segment)) {
            steps.add(new Step(segment.nanos(), toServer, segment));
        }
    }

    List<Step> steps() {
        return steps;
    }

    /**
     * Requests and answers. A new exchange begins when the client sends after the server has answered; a TLS handshake belongs to the
     * exchange that follows it.
     */
    List<Exchange> exchanges() {
        List<Exchange> all = new ArrayList<>();
        Optional<Long> opened = Optional.empty();
        Building current = null;
        for (Step step : steps) {
            if (!step.segment().hasPayload()) {
                opened = step.segment().opening() ? Optional.of(step.nanos()) : opened;
                continue;
            }
            if (step.toServer() && (current == null || current.answered())) {
                if (current != null && !current.handshakeOnly()) {
                    all.add(current.exchange(link));
                    current = null;
                }
                if (current == null) {
                    current = new Building(opened.filter(at -> step.nanos() - at <= OPENED_AHEAD_NANOS).orElse(step.nanos()));
                    opened = Optional.empty();
                } else {
                    current.again();
                }
            }
            if (current != null) {
                current.add(step);
            }
        }
        if (current != null) {
            all.add(current.exchange(link));
        }
        return all;
    }

    private static final class Building {

        private final long start;
        private long asked;
        private long firstAnswer;
        private long lastAnswer;
        private boolean answered;
        private boolean handshake = true;
        private Optional<String> requestLine = Optional.empty();

        Building(long start) {
            this.start = start;
            this.asked = start;
        }

        void add(Step step) {
            if (step.toServer()) {
                asked = step.nanos();
                handshake &= step.segment().handshake();
                requestLine = requestLine.or(step.segment()::requestLine);
            } else {
                firstAnswer = answered ? firstAnswer : step.nanos();
                lastAnswer = step.nanos();
                answered = true;
            }
        }

        void again() {
            answered = false;
        }

        boolean answered() {
            return answered;
        }

        boolean handshakeOnly() {
            return handshake;
        }

        Exchange exchange(Link link) {
            return new Exchange(link, start, asked, answered ? firstAnswer : asked, answered ? lastAnswer : asked, requestLine);
        }
    }
}
