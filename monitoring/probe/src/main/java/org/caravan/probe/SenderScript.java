package org.caravan.probe;

import java.util.Locale;
import org.caravan.measure.ProbePoint;

/**
 * Shell script for the sending machine: the active side of the flow's tool, with a concurrent ping during the second half. Ends by
 * itself within the flow's time limit and leaves no file. {@link SenderReport} parses its output.
 */
final class SenderScript {

    private static final String TEXT = """
            LC_ALL=C; export LC_ALL
            d=$(mktemp -d /tmp/caravan-probe.XXXXXX) || exit 1
            trap 'rm -rf "$d"' EXIT
            cd "$d" || exit 1
            cat >tcp-probe.py
            timeout --foreground -k 2 @LIMIT@ @SEND@ >log 2>&1 </dev/null &
            n=$!
            i=0
            until ss -tinH state established 'dport = :@PORT@' | grep -Eq 'bytes_sent:[0-9]{5}'; do
              i=$((i + 1))
              if [ $i -gt 400 ] || ! kill -0 $n 2>/dev/null; then break; fi
              sleep 0.05
            done
            @WATCH@
            sleep @QUIET@
            if kill -0 $n 2>/dev/null; then @PING@ >ping 2>&1; fi
            wait $n
            echo "exit $?"
            echo "cut $([ ! -e cut ] || echo yes)"
            echo "buffer $(cat /proc/sys/net/core/wmem_max 2>/dev/null)"
            echo '=== log'; tail -c 500 log
            echo; echo '=== ping'; cat ping 2>/dev/null
            echo '=== scalar'; cat x-active.sca x-passive.sca 2>/dev/null
            """;

    /**
     * Stops the flow's program with SIGINT, as Ctrl+C does, when its acknowledged and queued bytes reach the limit. {@code timeout}
     * must stay in the foreground: otherwise it forwards the signal a second time, and NetPerfMeter dies of the second signal.
     */
    private static final String WATCH = """
            (
              set -f
              while kill -0 $n 2>/dev/null; do
                set -- $(ss -tinH state established 'dport = :@PORT@'); queued=${2:-0}; acked=0
                for word; do case $word in bytes_acked:*) acked=${word#bytes_acked:};; esac; done
                if [ $((acked + queued)) -ge @MOST@ ]; then : >cut; kill -INT $n; break; fi
                sleep 0.05
              done
            ) </dev/null >/dev/null 2>&1 &""";

    private SenderScript() {}

    static String text(Flow flow) {
        ProbePoint from = flow.order().from();
        ProbePoint to = flow.order().to();
        String watch = flow.order().most().filter(most -> !flow.tool().endsByBytes())
                .map(most -> WATCH.replace("@MOST@", Long.toString(most.value()))).orElse("");
        return TEXT.replace("@WATCH@", watch)
                .replace("@LIMIT@", Integer.toString(flow.limitSeconds()))
                .replace("@SEND@", flow.tool().sender(flow))
                .replace("@PORT@", Integer.toString(flow.port()))
                .replace("@QUIET@", String.format(Locale.ROOT, "%.1f", flow.quietSeconds()))
                .replace("@PING@", PingCommand.text(from, to, flow.echoCount()));
    }
}
