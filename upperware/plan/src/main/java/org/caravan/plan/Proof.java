package org.caravan.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an exact solver said of a plan, where somebody asked for it.
 *
 * @param solver its name
 * @param seconds that it took, by the clock; 0 where it was not asked
 * @param relaxed bound that is known without it, in points as of {@link Certificate}; negative where there is none
 * @param gained points by which a placement that it found is better than the one of the search; 0 where the plan is the search's
 * @param leftOut what counts in a plan and the solver was not told: its bound holds without, and may be lower for it
 * @param missing why it was not asked, and a line of what may help; empty where it was, or need not be
 */
public record Proof(String solver, double seconds, long relaxed, long gained, List<String> leftOut, Optional<String> missing) {

    public Proof {
        leftOut = List.copyOf(leftOut);
    }

    /** Of a plan that is made of this one and another, as of the best of several. */
    public Proof with(Proof other) {
        return new Proof(solver, seconds + other.seconds, Math.min(relaxed, other.relaxed), gained, leftOut, missing.or(other::missing));
    }

    /** What a certificate adds to its words, for example {@code  by CP-SAT in 3.2 s}. */
    String words(Certificate certificate) {
        if (certificate.proved()) {
            return certificate.bound() > relaxed ? " by " + solver + " in " + duration() : " (" + solver + " was not needed)";
        }
        if (certificate.bound() > relaxed) {
            return " (" + solver + "'s bound after " + duration() + (relaxed < 0 ? "" : "; " + Certificate.percent(certificate.points(), relaxed) + " by relaxation") + ")";
        }
        return " (by relaxation; " + solver + (missing.isPresent() ? " was not asked" : " proved no more in " + duration()) + ")";
    }

    /** What a person should know beside the certificate, one sentence each. */
    List<String> remarks(Certificate certificate) {
        List<String> remarks = new ArrayList<>();
        missing.ifPresent(why -> remarks.addAll(List.of((solver + " was not asked: " + why).split("\n"))));
        if (gained > 0) {
            remarks.add(String.format(Locale.ROOT, "%s found this placement: it is better than the one of the search by %.2f points", solver, gained / 100.0));
        }
        if (!leftOut.isEmpty() && !certificate.proved()) {
            remarks.add(solver + " was not told of " + String.join(", ", leftOut) + ": its bound holds all the same, a nearer one may be there");
        }
        return remarks;
    }

    private String duration() {
        return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }
}
