package org.caravan.bench.reassignment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.caravan.bench.reassignment.Instance.Balance;
import org.caravan.bench.reassignment.Instance.Machine;
import org.caravan.bench.reassignment.Instance.Service;

/**
 * Judges an assignment by the challenge's definition, sum by sum, each from the beginning: shares nothing with the search but
 * the numbers that were read. Source: Google ROADEF/EURO challenge 2011-2012, "Machine reassignment", problem definition.
 */
final class Checker {

    /** @param broken hard constraints in words; empty where the assignment may be */
    record Verdict(List<String> broken, long load, long balance, long processMove, long serviceMove, long machineMove) {

        /** All costs with their weights. */
        long cost() {
            return load + balance + processMove + serviceMove + machineMove;
        }
    }

    private final Instance instance;
    private final int[] before;
    private final int[] after;
    private final List<String> broken = new ArrayList<>();

    private Checker(Instance instance, int[] before, int[] after) {
        this.instance = instance;
        this.before = before;
        this.after = after;
    }

    static Verdict verdict(Instance instance, int[] before, int[] after) {
        return new Checker(instance, before, after).verdict();
    }

    private Verdict verdict() {
        long load = 0;
        long balance = 0;
        for (int m = 0; m < instance.machines().length; m++) {
            long[] used = used(m);
            capacity(m, used);
            load += load(instance.machines()[m], used);
            balance += balance(instance.machines()[m], used);
        }
        conflicts();
        spread();
        dependencies();
        return new Verdict(List.copyOf(broken), load, balance, processMove(), serviceMove(), machineMove());
    }

    private long[] used(int machine) {
        long[] used = new long[instance.resources().length];
        for (int p = 0; p < after.length; p++) {
            for (int r = 0; r < used.length; r++) {
                used[r] += after[p] == machine ? instance.processes()[p].needs()[r] : 0;
            }
        }
        return used;
    }

    /** Of kept resources, who left counts as well. */
    private void capacity(int machine, long[] used) {
        for (int r = 0; r < used.length; r++) {
            long taken = used[r];
            for (int p = 0; p < after.length && instance.resources()[r].kept(); p++) {
                taken += before[p] == machine && after[p] != machine ? instance.processes()[p].needs()[r] : 0;
            }
            long capacity = instance.machines()[machine].capacity()[r];
            if (taken > capacity) {
                broken.add("machine " + machine + " has " + capacity + " of resource " + r + ", " + taken + " are taken");
            }
        }
    }

    private long load(Machine machine, long[] used) {
        long sum = 0;
        for (int r = 0; r < used.length; r++) {
            sum += instance.resources()[r].loadWeight() * Math.max(0, used[r] - machine.safety()[r]);
        }
        return sum;
    }

    private long balance(Machine machine, long[] used) {
        long sum = 0;
        for (Balance balance : instance.balances()) {
            long one = machine.capacity()[balance.one()] - used[balance.one()];
            long other = machine.capacity()[balance.other()] - used[balance.other()];
            sum += balance.weight() * Math.max(0, balance.target() * one - other);
        }
        return sum;
    }

    private void conflicts() {
        Set<List<Integer>> seen = new HashSet<>();
        for (int p = 0; p < after.length; p++) {
            int service = instance.processes()[p].service();
            if (!seen.add(List.of(service, after[p]))) {
                broken.add("two processes of service " + service + " are on machine " + after[p]);
            }
        }
    }

    private void spread() {
        Map<Integer, Set<Integer>> locations = new HashMap<>();
        for (int p = 0; p < after.length; p++) {
            locations.computeIfAbsent(instance.processes()[p].service(), none -> new HashSet<>())
                    .add(instance.machines()[after[p]].location());
        }
        locations.forEach((service, at) -> {
            int spread = instance.services()[service].spread();
            if (at.size() < spread) {
                broken.add("service " + service + " is at " + at.size() + " locations of at least " + spread);
            }
        });
    }

    private void dependencies() {
        Map<Integer, Set<Integer>> neighbourhoods = new HashMap<>();
        for (int p = 0; p < after.length; p++) {
            neighbourhoods.computeIfAbsent(instance.processes()[p].service(), none -> new HashSet<>())
                    .add(instance.machines()[after[p]].neighbourhood());
        }
        neighbourhoods.forEach((service, in) -> {
            Service facts = instance.services()[service];
            for (int needed : facts.dependsOn()) {
                if (!neighbourhoods.getOrDefault(needed, Set.of()).containsAll(in)) {
                    broken.add("service " + service + " is in a neighbourhood without service " + needed);
                }
            }
        });
    }

    private long processMove() {
        long sum = 0;
        for (int p = 0; p < after.length; p++) {
            sum += before[p] == after[p] ? 0 : instance.processes()[p].moveCost();
        }
        return instance.processWeight() * sum;
    }

    private long serviceMove() {
        Map<Integer, Long> moved = new HashMap<>();
        for (int p = 0; p < after.length; p++) {
            if (before[p] != after[p]) {
                moved.merge(instance.processes()[p].service(), 1L, Long::sum);
            }
        }
        return instance.serviceWeight() * moved.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private long machineMove() {
        long sum = 0;
        for (int p = 0; p < after.length; p++) {
            sum += instance.machines()[before[p]].moveCost()[after[p]];
        }
        return instance.machineWeight() * sum;
    }
}
