package org.caravan.probe.agent;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.schedule.RecurringProbe;
import org.caravan.probe.ScriptText;
import org.caravan.probe.agent.AgentSync.Receipt;
import org.caravan.text.ShellWord;

/** Builds the script of a visit: variables, among them the agent's own script and its orders, and the script itself. */
final class AgentSyncText {

    private static final String VISIT = ScriptText.of(AgentSyncText.class, "visit.sh");
    private static final String LOOKOUT = ScriptText.of(AgentSyncText.class, "lookout.sh");
    private static final String VERSION = checksum(LOOKOUT);

    private AgentSyncText() {}

    /** @param carried clock that the machine keeps until the next visit */
    static String goingOn(
            String folder, ProbeAgentSettings settings, List<RecurringProbe> orders, Optional<Receipt> receipt,
                    Optional<SiteClock> carried) {
        return variables(folder, settings, receipt)
                + variable("limits", settings.after().toSeconds() + " " + settings.alone().toSeconds() + " " + settings.mostWaiting())
                + variable("orders", text(orders)) + variable("version", VERSION) + variable("script", LOOKOUT)
                + variable("offset", carried.map(clock -> String.format(Locale.ROOT, "%.1f %.1f", clock.offsetMillis(),
                        clock.boundMillis())).orElse(""))
                + variable("tell", "1") + variable("end", "") + VISIT;
    }

    /** Fetches results and leaves the agent unchanged. */
    static String fetching(String folder, ProbeAgentSettings settings, Optional<Receipt> receipt) {
        return variables(folder, settings, receipt) + variable("offset", "") + variable("tell", "") + variable("end", "") + VISIT;
    }

    static String ending(String folder, ProbeAgentSettings settings, Optional<Receipt> receipt) {
        return variables(folder, settings, receipt) + variable("offset", "") + variable("tell", "") + variable("end", "1") + VISIT;
    }

    private static String variables(String folder, ProbeAgentSettings settings, Optional<Receipt> receipt) {
        return variable("folder", folder) + variable("most_lines", Integer.toString(settings.fetchedAtOnce()))
                + variable("spool", receipt.map(Receipt::spoolId).orElse(""))
                + variable("ack", receipt.map(of -> Long.toString(of.upTo())).orElse("0"));
    }

    private static String text(List<RecurringProbe> orders) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < orders.size(); i++) {
            RecurringProbe order = orders.get(i);
            ProbeOrder.IdleRtt idle = order.idle();
            text.append(String.format(Locale.ROOT, "%d %d %d %s>%s %s %s %s %d%n", i + 1, order.every().toSeconds(), order.rounds(),
                    idle.from().at(), idle.to().at(), idle.from().at().family() == IpFamily.IPV4 ? "4" : "6",
                    idle.from().address(), idle.to().address(), idle.count()));
        }
        return text.toString();
    }

    private static String variable(String name, String value) {
        return name + "=" + ShellWord.quoted(value) + "\n";
    }

    private static String checksum(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }
}
