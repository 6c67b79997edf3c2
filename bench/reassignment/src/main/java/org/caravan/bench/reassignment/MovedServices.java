package org.caravan.bench.reassignment;

/** How many processes of each service are moved, and the most of any, kept by counting how many services have how many. */
final class MovedServices {

    private final int[] of;
    private final int[] services;
    private int most;

    MovedServices(int services, int processes) {
        this.of = new int[services];
        this.services = new int[processes + 1];
        this.services[0] = services;
    }

    void count(int service, int sign) {
        services[of[service]]--;
        of[service] += sign;
        services[of[service]]++;
        most = Math.max(most, of[service]);
        while (most > 0 && services[most] == 0) {
            most--;
        }
    }

    int most() {
        return most;
    }
}
