package org.caravan.bench.reassignment;

import java.util.List;
import java.util.Random;

/**
 * Draws moves at random, but none that the running cost knows to break a hard constraint, and of a few drawn the best: the
 * running cost tells what a move adds in a small part of the time a search takes for it.
 */
final class ShiftDraw {

    /** Of a hundred moves; the others are evictions. */
    private static final int SHIFTS = 40;
    private static final int SWAPS = 50;
    /** Of a hundred swaps, those within a service: where it has to be at many locations most of its processes have no other way. */
    private static final int SIBLINGS = 10;
    private static final int TRIES = 50;
    /** Of up to 64 candidates, each power of two as often: few keep a search moving, many lead it down. */
    private static final int MOST_DOUBLED = 7;
    /** Processes that one eviction moves. */
    private static final int MOST = 5;
    private static final int[] NOBODY = {};

    private final List<Assigned> all;
    private final RunningCost running;
    private final Residency residency;
    private final int machines;
    private final ProcessSizes sizes;
    /** By process: all of its service, itself included. */
    private final int[][] siblingsOf;
    private final int[] who = new int[MOST];
    private final int[] back = new int[MOST];

    ShiftDraw(Reassignment solution) {
        this.all = solution.getAssigned();
        this.running = solution.running();
        this.residency = running.residency();
        this.machines = solution.machineCount();
        this.sizes = new ProcessSizes(solution.instance());
        this.siblingsOf = solution.instance().siblings();
    }

    Shift next(Random random) {
        for (int tried = 0; tried < TRIES; tried++) {
            int one = random.nextInt(all.size());
            int kind = random.nextInt(100);
            int few = 1 << random.nextInt(MOST_DOUBLED);
            Shift shift = kind < SHIFTS ? shift(one, few, random) : kind < SHIFTS + SWAPS ? swap(one, few, random)
                    : eviction(one, few, random);
            if (shift != null) {
                return shift;
            }
        }
        // Nothing may move: a move that does nothing lets the search look at its clock.
        return Shift.of(all.get(0), running.machineOf(0));
    }

    private Shift shift(int one, int few, Random random) {
        int to = machine(one, few, random);
        return to < 0 ? null : Shift.of(all.get(one), to);
    }

    private int machine(int one, int few, Random random) {
        long least = running.hopeless();
        int best = -1;
        for (int i = 0; i < few; i++) {
            int machine = random.nextInt(machines);
            if (running.mayShift(one, machine)) {
                long adds = running.shiftAdds(one, machine);
                if (adds < least) {
                    least = adds;
                    best = machine;
                }
            }
        }
        return best;
    }

    private Shift swap(int one, int few, Random random) {
        long least = running.hopeless();
        int best = -1;
        int kind = random.nextInt(100);
        for (int i = 0; i < few; i++) {
            int other = partner(one, kind, random);
            if (running.maySwap(one, other)) {
                long adds = running.swapAdds(one, other);
                if (adds < least) {
                    least = adds;
                    best = other;
                }
            }
        }
        return best < 0 ? null : Shift.swap(all.get(one), all.get(best));
    }

    /** One of its service, or of about the same size every other time: that is likelier to find room. */
    private int partner(int one, int kind, Random random) {
        int[] siblings = kind < SIBLINGS ? siblingsOf[one] : NOBODY;
        if (siblings.length > 1) {
            return siblings[random.nextInt(siblings.length)];
        }
        return kind % 2 == 0 ? sizes.alike(one, random) : random.nextInt(all.size());
    }

    /** One goes where it has no room; who must leave for it goes on to where it costs least. */
    private Shift eviction(int one, int few, Random random) {
        int machine = random.nextInt(machines);
        if (!running.mayEnter(one, machine)) {
            return null;
        }
        int count = 0;
        long was = running.soft();
        who[0] = one;
        back[0] = running.machineOf(one);
        running.place(one, machine);
        boolean whole = true;
        while (whole && running.over(machine) > 0) {
            whole = ++count < MOST && residency.count(machine) > 1;
            int other = whole ? another(machine, one, random) : one;
            int to = whole ? machine(other, few, random) : -1;
            whole = to >= 0;
            if (whole) {
                who[count] = other;
                back[count] = machine;
                running.place(other, to);
            } else {
                count--;
            }
        }
        return undo(count + 1, whole && running.soft() - was <= running.hopeless());
    }

    private int another(int machine, int but, Random random) {
        int other = but;
        while (other == but) {
            other = residency.at(machine, random.nextInt(residency.count(machine)));
        }
        return other;
    }

    /** Takes back what was tried on the running cost, and makes a move of it. */
    private Shift undo(int count, boolean whole) {
        Assigned[] named = new Assigned[count];
        int[] where = new int[count];
        for (int i = count - 1; i >= 0; i--) {
            named[i] = all.get(who[i]);
            where[i] = running.machineOf(who[i]);
            running.place(who[i], back[i]);
        }
        return whole ? new Shift(named, where) : null;
    }
}
