package org.caravan.probe;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shell scripts for the receiving machine: they start and stop the passive side of a flow's tool and a reader of the flow's byte
 * counter. If the stop script never runs, both end within the flow's time limit and leave no file.
 */
final class ReceiverScript {

    /** Exit code if another process listens on the port. */
    static final int PORT_TAKEN = 75;

    private static final Pattern STARTED = Pattern.compile("^started (\\d{1,10}) (/tmp/caravan-probe\\.[A-Za-z0-9]+) (\\d{0,18})$",
            Pattern.MULTILINE);

    private static final String START = """
            LC_ALL=C; export LC_ALL
            if ss -tulnH 'sport = :@PORT@ or sport = :@CONTROL@' | grep -q .; then exit 75; fi
            d=$(mktemp -d /tmp/caravan-probe.XXXXXX) || exit 1
            cat >"$d/tcp-probe.py"
            timeout -k 2 @LIMIT@ @RECEIVER@ >"$d/log" 2>&1 </dev/null &
            p=$!
            i=0
            until ss -tlnH 'sport = :@PORT@' | grep -q .; do
              i=$((i + 1))
              if [ $i -gt 100 ] || ! kill -0 $p 2>/dev/null; then
                kill $p 2>/dev/null; tail -c 500 "$d/log" >&2; rm -rf "$d"; exit 1
              fi
              sleep 0.05
            done
            (
              i=0
              while [ -e "$d/log" ] && [ $i -lt @READINGS@ ]; do
                i=$((i + 1)); date +%s%N; ss -tinH state established 'sport = :@PORT@'; sleep 0.25
              done >"$d/readings"
              rm -rf "$d"
            ) </dev/null >/dev/null 2>&1 &
            echo "started $p $d $(cat /proc/sys/net/core/rmem_max 2>/dev/null)"
            """;

    /** The port is free when the script ends, or 3 s have passed: `timeout` gives the receiver 2 s before SIGKILL. */
    private static final String END = """
            kill @PROCESS@ 2>/dev/null
            i=0
            while [ $i -lt 60 ] && ss -tlnH 'sport = :@PORT@' | grep -q .; do i=$((i + 1)); sleep 0.05; done
            cat '@FOLDER@/readings'
            rm -rf '@FOLDER@'
            """;

    private ReceiverScript() {}

    /**
     * A running receiver.
     *
     * @param process process id of the receiver
     * @param folder its temporary folder on the machine
     * @param bufferLimit largest receive buffer that its kernel allows, bytes; {@link Integer#MAX_VALUE} if unknown
     */
    record Started(long process, String folder, int bufferLimit) {}

    static String start(Flow flow) {
        return START.replace("@PORT@", Integer.toString(flow.port()))
                .replace("@CONTROL@", Integer.toString(flow.port() + 1))
                .replace("@LIMIT@", Integer.toString(flow.limitSeconds()))
                .replace("@READINGS@", Integer.toString(flow.limitSeconds() * 4))
                .replace("@RECEIVER@", flow.tool().receiver(flow));
    }

    static Optional<Started> parse(String output) {
        Matcher started = STARTED.matcher(output);
        return started.find()
                ? Optional.of(new Started(Long.parseLong(started.group(1)), started.group(2), limit(started.group(3))))
                : Optional.empty();
    }

    static String end(Flow flow, Started started) {
        return END.replace("@PROCESS@", Long.toString(started.process()))
                .replace("@PORT@", Integer.toString(flow.port()))
                .replace("@FOLDER@", started.folder());
    }

    static int limit(String text) {
        return text.isEmpty() ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, Long.parseLong(text));
    }
}
