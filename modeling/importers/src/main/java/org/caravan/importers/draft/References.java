package org.caravan.importers.draft;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.diagnostic.Diagnostic.Location;

/** Finds the peers of a component in values of variables: {@code redis://cache:6379/0}, {@code DB_HOST=db}. */
public final class References {

    private static final Pattern HOST_AND_PORT = Pattern.compile(
            "(?<![A-Za-z0-9_.-])([A-Za-z_][A-Za-z0-9_-]*(?:\\.[a-z0-9.-]+)?):([0-9]{1,5})(?![0-9])");
    private static final Pattern HOST_OF_URL = Pattern.compile("://(?:[^/@\\s]*@)?([A-Za-z_][A-Za-z0-9_-]*(?:\\.[a-z0-9.-]+)?)(?=[/?.]|$)");
    private static final Pattern ADDRESS_VARIABLE =
            Pattern.compile(
            "(?i).*(HOST|HOSTS|HOSTNAME|ADDR|ADDRESS|SERVER|SERVERS|BROKER|BROKERS|ENDPOINT|UPSTREAM|SERVICE|_URL|_URI|NODE|NODES)[0-9]*");

    private final Draft draft;
    private final DraftComponent component;

    public References(Draft draft, DraftComponent component) {
        this.draft = draft;
        this.component = component;
    }

    /** Adds links to all components that the value names where a host name is expected. */
    public void in(String variable, String value, Location at) {
        Matcher withPort = HOST_AND_PORT.matcher(value);
        while (withPort.find()) {
            link(withPort.group(1), OptionalInt.of(Integer.parseInt(withPort.group(2))), at);
        }
        Matcher ofUrl = HOST_OF_URL.matcher(value);
        while (ofUrl.find()) {
            link(ofUrl.group(1), OptionalInt.empty(), at);
        }
        if (ADDRESS_VARIABLE.matcher(variable).matches()) {
            for (String name : value.split("[,;\\s]+")) {
                link(name, OptionalInt.empty(), at);
            }
        }
    }

    /** A name with a domain is a name that a service has in its file, or the name of a service in a domain of the engine. */
    private void link(String name, OptionalInt port, Location at) {
        boolean possible = port.isEmpty() || port.getAsInt() >= 1 && port.getAsInt() <= 65_535;
        if (possible) {
            draft.find(name).or(() -> draft.find(name.split("\\.", 2)[0])).ifPresent(other ->
                    draft.link(component, other, draft.targetPort(other, port), at));
        }
    }
}
