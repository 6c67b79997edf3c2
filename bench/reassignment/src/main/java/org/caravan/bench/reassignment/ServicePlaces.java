package org.caravan.bench.reassignment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Where the processes of each service are: by machine, location and neighbourhood, and how often that is not as it must be. */
final class ServicePlaces {

    private final int[] neighbourhood;
    private final int[] location;
    private final int[] spread;
    private final int[][] dependsOn;
    private final int[][] neededBy;
    /** By service and machine, location or neighbourhood; null where a service has nothing to break there. */
    private final short[][] onMachine;
    private final short[][] atLocation;
    private final short[][] inNeighbourhood;
    private final int[] locations;
    private long broken;

    ServicePlaces(Instance instance) {
        int services = instance.services().length;
        this.neighbourhood = Arrays.stream(instance.machines()).mapToInt(Instance.Machine::neighbourhood).toArray();
        this.location = Arrays.stream(instance.machines()).mapToInt(Instance.Machine::location).toArray();
        this.spread = Arrays.stream(instance.services()).mapToInt(Instance.Service::spread).toArray();
        this.dependsOn = Arrays.stream(instance.services()).map(Instance.Service::dependsOn).toArray(int[][]::new);
        this.neededBy = neededBy(dependsOn);
        this.locations = new int[services];
        this.onMachine = new short[services][];
        this.atLocation = new short[services][];
        this.inNeighbourhood = new short[services][];
        int[] processes = new int[services];
        Arrays.stream(instance.processes()).forEach(process -> processes[process.service()]++);
        for (int s = 0; s < services; s++) {
            onMachine[s] = processes[s] > 1 ? new short[neighbourhood.length] : null;
            atLocation[s] = spread[s] > 1 ? new short[most(location)] : null;
            inNeighbourhood[s] = dependsOn[s].length + neededBy[s].length > 0 ? new short[most(neighbourhood)] : null;
            broken += spread[s] > 1 && processes[s] > 0 ? spread[s] : 0;
        }
    }

    private static int most(int[] values) {
        return Arrays.stream(values).max().orElse(-1) + 1;
    }

    private static int[][] neededBy(int[][] dependsOn) {
        List<List<Integer>> by = new ArrayList<>();
        Arrays.stream(dependsOn).forEach(any -> by.add(new ArrayList<>()));
        for (int s = 0; s < dependsOn.length; s++) {
            for (int needed : dependsOn[s]) {
                by.get(needed).add(s);
            }
        }
        return by.stream().map(list -> list.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new);
    }

    /** Pairs on one machine, missing locations, and neighbourhoods without a service that is needed there. */
    long broken() {
        return broken;
    }

    void enter(int service, int machine) {
        if (onMachine[service] != null) {
            broken += onMachine[service][machine]++;
        }
        if (atLocation[service] != null && atLocation[service][location[machine]]++ == 0) {
            broken -= locations[service]++ < spread[service] ? 1 : 0;
        }
        if (inNeighbourhood[service] != null && inNeighbourhood[service][neighbourhood[machine]]++ == 0) {
            broken += missing(service, neighbourhood[machine]) - missed(service, neighbourhood[machine]);
        }
    }

    void leave(int service, int machine) {
        if (onMachine[service] != null) {
            broken -= --onMachine[service][machine];
        }
        if (atLocation[service] != null && --atLocation[service][location[machine]] == 0) {
            broken += --locations[service] < spread[service] ? 1 : 0;
        }
        if (inNeighbourhood[service] != null && --inNeighbourhood[service][neighbourhood[machine]] == 0) {
            broken += missed(service, neighbourhood[machine]) - missing(service, neighbourhood[machine]);
        }
    }

    /** How many services that the service needs are not in the neighbourhood. */
    private int missing(int service, int there) {
        int missing = 0;
        for (int needed : dependsOn[service]) {
            missing += needed != service && inNeighbourhood[needed][there] == 0 ? 1 : 0;
        }
        return missing;
    }

    /** How many services in the neighbourhood need the service. */
    private int missed(int service, int there) {
        int missed = 0;
        for (int needing : neededBy[service]) {
            missed += needing != service && inNeighbourhood[needing][there] > 0 ? 1 : 0;
        }
        return missed;
    }

    /** Whether a process that is on one machine breaks nothing of its service or another by going to the other machine. */
    boolean may(int service, int from, int to) {
        return mayNearby(service, from, to) && (neighbourhood[from] == neighbourhood[to] || inNeighbourhood[service] == null
                || missing(service, neighbourhood[to]) == 0
                        && (inNeighbourhood[service][neighbourhood[from]] > 1 || missed(service, neighbourhood[from]) == 0));
    }

    /** As {@link #may}, but without dependencies: two that change places may keep each other's. */
    boolean mayNearby(int service, int from, int to) {
        if (onMachine[service] != null && onMachine[service][to] > 0) {
            return false;
        }
        short[] at = atLocation[service];
        boolean fewer = at != null && location[from] != location[to] && at[location[from]] == 1 && at[location[to]] > 0;
        return !fewer || locations[service] > spread[service];
    }
}
