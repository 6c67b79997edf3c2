package org.caravan.server.node;

import java.util.Map;
import java.util.TreeMap;
import org.caravan.api.node.HostCapability;
import org.caravan.infrastructure.HostPower;
import org.caravan.server.infrastructure.Infrastructures;
import org.springframework.stereotype.Component;

/** Electrical power of hosts, in watts, as far as their operators have declared it. */
@Component
public class DeclaredPower {

    private final Infrastructures infrastructures;
    private final Capabilities capabilities;

    DeclaredPower(Infrastructures infrastructures, Capabilities capabilities) {
        this.infrastructures = infrastructures;
        this.capabilities = capabilities;
    }

    public Map<String, HostPower> byHost() {
        Map<String, HostPower> byHost = new TreeMap<>();
        infrastructures.current().ifPresent(infrastructure -> infrastructure.hosts().forEach(host ->
                capabilities.latest(host.id()).flatMap(HostCapability::watts)
                        .ifPresent(watts -> byHost.put(host.id(), new HostPower(watts.idle(), watts.load())))));
        return byHost;
    }
}
