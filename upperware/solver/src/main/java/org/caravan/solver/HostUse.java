package org.caravan.solver;

/** What tenants take of each host, while they come and go. */
final class HostUse {

    private final long[] cpu;
    private final long[] memory;
    private final int[] tenants;
    private final TermsUse terms;

    HostUse(PlacementTables tables) {
        int hosts = tables.hosts();
        this.cpu = new long[hosts];
        this.memory = new long[hosts];
        this.tenants = new int[hosts];
        this.terms = new TermsUse(tables);
    }

    /** @param sign 1 for who comes, -1 for who goes */
    void count(Tenant tenant, Seat seat, int sign) {
        int host = seat.index();
        cpu[host] += sign * tenant.cpu(seat);
        memory[host] += sign * tenant.memory(seat);
        tenants[host] += sign;
        terms.count(tenant, seat, sign, tenants[host]);
    }

    TermsUse terms() {
        return terms;
    }

    long cpu(int host) {
        return cpu[host];
    }

    long memory(int host) {
        return memory[host];
    }

    boolean isOpen(int host) {
        return tenants[host] > 0;
    }

    /** Bytes that would be left on the host if the tenant came; negative where memory, cpu or disk do not suffice. */
    long memoryLeft(Tenant tenant, Seat seat) {
        int host = seat.index();
        return cpu[host] + tenant.cpu(seat) > seat.cpuFree() || !terms.fits(tenant, seat) ? -1 : seat.memoryFree() - memory[host] - tenant.memory(seat);
    }
}
