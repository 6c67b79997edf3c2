package org.caravan.solver.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Tenant;

/** Variable-ordering heuristic of the exhaustive search. */
public final class TenantOrder {

    private TenantOrder() {}

    /** Fewest feasible hosts first; then the most links to users and placed instances; then the largest. */
    public static List<Tenant> scarcestFirst(PlacementTables tables) {
        List<Tenant> rest = new ArrayList<>(tables.tenants());
        List<Tenant> order = new ArrayList<>();
        boolean[] seated = new boolean[rest.size()];
        while (!rest.isEmpty()) {
            Tenant next = rest.stream().min(Comparator
                    .<Tenant>comparingInt(tenant -> tenant.seats().length)
                    .thenComparingInt(tenant -> -peers(tables, tenant, seated))
                    .thenComparingLong(tenant -> -tenant.mostMemory())
                    .thenComparingInt(Tenant::index)).orElseThrow();
            rest.remove(next);
            order.add(next);
            seated[next.index()] = true;
        }
        return order;
    }

    private static int peers(PlacementTables tables, Tenant tenant, boolean[] seated) {
        int peers = 0;
        for (LinkTable link : tables.linksOf()[tenant.index()]) {
            int other = link.from() == tenant.index() ? link.to() : link.from();
            peers += other >= seated.length || seated[other] ? 1 : 0;
        }
        return peers;
    }
}
