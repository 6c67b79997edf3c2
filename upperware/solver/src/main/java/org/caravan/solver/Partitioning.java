package org.caravan.solver;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which tenants are planned together where a problem is too large to be planned at once. No cluster is cut in two; clusters near each other, which want
 * the same hosts, come into one partition.
 *
 * @param count of partitions, none of which is empty
 * @param ofTenant by tenant, number of its partition; -1 of who stays where it is
 */
record Partitioning(int count, int[] ofTenant) {

    /**
     * @param seats by tenant; everybody has one
     * @param movable by tenant
     * @param most partitions that are wanted; there are fewer where there are fewer clusters
     */
    static Partitioning of(PlacementTables tables, int[] seats, boolean[] movable, int most) {
        Clusters clusters = new Clusters(tables);
        int[] places = new SiteChain(tables).places();
        boolean[] moving = clusters.movable(movable);
        List<int[]> ordered = IntStream.range(0, moving.length).filter(number -> moving[number]).mapToObj(clusters.all()::get)
                .sorted(Comparator.comparingInt(cluster -> places[mainSite(tables, seats, cluster)])).toList();
        long tenants = ordered.stream().mapToLong(cluster -> cluster.length).sum();
        int[] ofTenant = new int[seats.length];
        Arrays.fill(ofTenant, -1);
        int count = 0;
        int last = -1;
        long before = 0;
        for (int[] cluster : ordered) {
            int wanted = (int) ((2 * before + cluster.length) * most / (2 * tenants));
            count += wanted == last ? 0 : 1;
            last = wanted;
            for (int tenant : cluster) {
                ofTenant[tenant] = count - 1;
            }
            before += cluster.length;
        }
        return new Partitioning(count, ofTenant);
    }

    /** Where most of them sit. */
    private static int mainSite(PlacementTables tables, int[] seats, int[] cluster) {
        int[] there = new int[tables.sites()];
        int main = 0;
        for (int tenant : cluster) {
            there[tables.seat(seats[tenant]).site()]++;
        }
        for (int site = 1; site < there.length; site++) {
            main = there[site] > there[main] ? site : main;
        }
        return main;
    }

    /** By tenant. */
    boolean[] movable(int number) {
        boolean[] movable = new boolean[ofTenant.length];
        for (int tenant = 0; tenant < movable.length; tenant++) {
            movable[tenant] = ofTenant[tenant] == number;
        }
        return movable;
    }
}
