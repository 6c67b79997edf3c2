package org.caravan.importers.draft;

import java.util.Optional;
import org.caravan.application.Scaling;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.unit.RequestRate;

/** Replica count of a component under construction. */
public final class DraftReplicas {

    private static final RequestRate ASSUMED_CAPACITY = new RequestRate(1_000_000);

    private final DraftComponent of;
    private int least = 1;
    private Location leastAt;
    private String most = "";
    private Location mostAt;
    private boolean scaled;

    DraftReplicas(DraftComponent of) {
        this.of = of;
    }

    /** Sets the count, 1 to 99. */
    void set(int count, Location where) {
        least = count;
        leastAt = where;
    }

    /** Sets the maximum from the input; it has no effect unless rules scale the component. */
    public void upTo(String count, Location where) {
        most = count;
        mostAt = where;
    }

    /**
     * Marks the component as scaled by rules.
     *
     * @return whether it can be scaled, that is, the maximum is above the minimum
     */
    public boolean scaled() {
        scaled = !of.isStateful() && most.matches("[1-9][0-9]?") && Integer.parseInt(most) > least;
        return scaled;
    }

    int count() {
        return least;
    }

    /**
     * No imported format states the capacity of a replica. If rules scale the component, the assumed capacity is so high that only rules
     * add replicas.
     */
    Optional<Scaling> scaling() {
        return scaled ? Optional.of(new Scaling(Integer.parseInt(most), ASSUMED_CAPACITY)) : Optional.empty();
    }

    /** Reports replicas that are not allowed: the data of one replica would not reach the others. */
    void finish(Findings findings) {
        if (scaled) {
            findings.doubt("assumed", mostAt, "Assumed for " + of.id() + ", as no file says it: capacity " + ASSUMED_CAPACITY
                    + ", so much that only rules add replicas.",
                    "measure what one replica can serve.", of);
        } else if (!most.isEmpty()) {
            findings.notCarried(mostAt, "scale up to " + most, "declare the capacity of a replica: replicas " + least + ".." + most
                    + "  capacity 20 requests/s", of);
        }
        if (of.isStateful() && least > 1) {
            findings.notCarried(leastAt, "replicas " + least, "because nothing would bring the data of one to the others", of);
            least = 1;
        }
    }
}
