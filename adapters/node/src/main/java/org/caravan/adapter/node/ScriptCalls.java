package org.caravan.adapter.node;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.Shell;

/** Runs an adapter's scripts on hosts: frequent calls in a persistent session, others in their own shell. */
final class ScriptCalls implements AutoCloseable {

    /** Frequent calls with short output. Calls with secrets never use a persistent session. */
    private static final Set<String> ATTENDED = Set.of("ensure", "ready", "route", "admit", "connections", "destroy");

    private final Shell shell;
    private final RemoteSessionPool sessions;
    private final SensorSessions sensors;
    private final NodeScripts scripts;
    private final ScriptSettings settings;
    private final Supplier<String> provider;

    /**
     * @param shell belongs to the caller
     * @param provider evaluated at each call
     */
    ScriptCalls(Shell shell, NodeScripts scripts, ScriptSettings settings, Supplier<String> provider) {
        this.shell = shell;
        this.sessions = new RemoteSessionPool(shell);
        this.sensors = new SensorSessions(shell);
        this.scripts = scripts;
        this.settings = settings;
        this.provider = provider;
    }

    /** @return output of the script */
    String run(Host host, String call, Map<String, String> variables, Duration timeout) {
        Map<String, String> all = withSettings(host, variables);
        Node node = new Node(shell, host);
        return ATTENDED.contains(call) ? node.run(call, sessions, scripts.attended(call, all), timeout)
                : node.run(call, scripts.of(call, all), timeout);
    }

    /** Opens the persistent session of a host, and keeps an open one from ending: an empty call counts as a use of it. */
    void prepare(Host host, Duration timeout) {
        new Node(shell, host).run("prepare", sessions, new byte[0], timeout);
    }

    /**
     * Reads the usage of a host in a session that stays open between calls. If it cannot begin or breaks, a script is run instead, which
     * also reports why.
     */
    String usages(Host host, Duration timeout) {
        Map<String, String> all = withSettings(host, Map.of());
        Node node = new Node(shell, host);
        return node.usages(sensors, () -> scripts.sensor(all), timeout)
                .orElseGet(() -> node.run(NodeScripts.USAGES, scripts.of(NodeScripts.USAGES, all), timeout));
    }

    private Map<String, String> withSettings(Host host, Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(variables);
        all.put("HOST", host.id());
        all.put("PROVIDER", provider.get());
        all.put("BRIDGE", settings.bridge());
        all.put("GRACE", Long.toString(settings.grace().toSeconds()));
        return all;
    }

    @Override
    public void close() {
        sensors.close();
        sessions.close();
    }
}
