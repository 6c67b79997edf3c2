package org.caravan.execution;

import java.util.List;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.PeerRoute;

/** A copy on a host in memory, as it really is. */
final class MemoryCopy {
    final CopyId id;
    final String hostId;
    CopySpec spec;
    List<PeerRoute> routes;
    Admitted admitted = Admitted.EVERYONE;
    boolean running = true;
    boolean confirmed;
    int questionsUntilReady;
    int connections;

    MemoryCopy(CopyId id, String hostId, CopySpec spec, List<PeerRoute> routes, int questionsUntilReady) {
        this.id = id;
        this.hostId = hostId;
        this.spec = spec;
        this.routes = routes;
        this.questionsUntilReady = questionsUntilReady;
    }

    List<String> addresses() {
        return spec.addresses().stream().map(CopyAddress::address).toList();
    }

    boolean uses(List<String> reached) {
        return routes.stream().anyMatch(route -> reached.contains(route.address()));
    }
}
