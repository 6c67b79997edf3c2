package org.caravan.importers.draft;

import java.util.Optional;
import org.caravan.application.Scaling;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.unit.RequestRate;

/** How many of a component under construction run side by side. */
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

    /** 1 to 99. */
    void set(int count, Location where) {
        least = count;
        leastAt = where;
    }

    /** How many may run, as the input says it; nothing follows from it unless rules scale them. */
    public void upTo(String count, Location where) {
        most = count;
        mostAt = where;
    }

    /** Rules scale them. @return whether they can: more may run than must */
    public boolean scaled() {
        scaled = !of.isStateful() && most.matches("[1-9][0-9]?") && Integer.parseInt(most) > least;
        return scaled;
    }

    int count() {
        return least;
    }

    /** What one replica can serve is said by no format that is imported. Where rules scale, so much that only they do. */
    Optional<Scaling> scaling() {
        return scaled ? Optional.of(new Scaling(Integer.parseInt(most), ASSUMED_CAPACITY)) : Optional.empty();
    }

    /** Says which may not run; nothing would bring the data of one to the others. */
    void finish(Findings findings) {
        if (scaled) {
            findings.doubt("assumed", mostAt, "Assumed for " + of.id() + ", as no file says it: capacity " + ASSUMED_CAPACITY + ", so much that only rules add replicas.",
                    "measure what one replica can serve.", of);
        } else if (!most.isEmpty()) {
            findings.notCarried(mostAt, "scale up to " + most, "say what one replica can serve: replicas " + least + ".." + most + "  capacity 20 requests/s", of);
        }
        if (of.isStateful() && least > 1) {
            findings.notCarried(leastAt, "replicas " + least, "because nothing would bring the data of one to the others", of);
            least = 1;
        }
    }
}
