package org.caravan.problem.supposition;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;

/** Resolves names of places in an infrastructure. A site takes precedence over a kind of the same name. */
final class Places {

    private static final String KINDS = "edge, private, public, cloud, users";

    private final Infrastructure infrastructure;

    Places(Infrastructure infrastructure) {
        this.infrastructure = infrastructure;
    }

    /** Sites with this name or of this kind, sorted; empty if there are none. */
    Set<String> sites(String word) {
        Set<String> named = ids(site -> site.id().equals(word));
        return named.isEmpty() ? ids(site -> isOfKind(site.kind(), word)) : named;
    }

    private static boolean isOfKind(SiteKind kind, String word) {
        boolean cloud = kind == SiteKind.PRIVATE || kind == SiteKind.PUBLIC;
        return kind.toString().equals(word) || cloud && word.equals("cloud") || word.equals("*");
    }

    private Set<String> ids(Predicate<Site> wanted) {
        return infrastructure.sites().stream().filter(wanted).map(Site::id).collect(Collectors.toCollection(TreeSet::new));
    }

    /** @throws RejectedInput if there are none */
    Set<String> requiredSites(String word) {
        Set<String> found = sites(word);
        if (found.isEmpty()) {
            throw unknown(word);
        }
        return found;
    }

    /** Access points of a site or kind, of an uplink ({@code simula.Telenor}), or a single one ({@code simula.Telenor/ipv4}). */
    Predicate<AccessPoint> requiredEnds(String word) {
        if (!sites(word).isEmpty()) {
            Set<String> siteIds = sites(word);
            return at -> siteIds.contains(at.siteId());
        }
        return accessLink(word).orElseThrow(() -> unknown(word));
    }

    /** Empty if the word is no uplink or access point of any site. */
    Optional<Predicate<AccessPoint>> accessLink(String word) {
        int dot = word.indexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        Set<String> siteIds = sites(word.substring(0, dot));
        String link = word.substring(dot + 1).toLowerCase(Locale.ROOT);
        Predicate<AccessPoint> wanted = at -> siteIds.contains(at.siteId())
                && (at.ispId().toLowerCase(Locale.ROOT).equals(link)
                        || (at.ispId() + "/" + at.family()).toLowerCase(Locale.ROOT).equals(link));
        boolean any = infrastructure.sites().stream().flatMap(site -> site.accessPoints().stream()).anyMatch(wanted);
        return any ? Optional.of(wanted) : Optional.empty();
    }

    RejectedInput unknown(String word) {
        Set<String> siteIds = ids(any -> true);
        int dot = word.indexOf('.');
        String siteId = dot < 0 ? word : word.substring(0, dot);
        if (dot > 0 && siteIds.contains(siteId)) {
            return Assumption.refused("unknown-access-link", "Site (" + siteId + ") has no access link (" + word + ").",
                    "use one of " + infrastructure.site(siteId).accessPoints() + ".");
        }
        return Assumption.refused("unknown-site",
                "There is no site (" + siteId + ") in infrastructure (" + infrastructure.name() + ").",
                "use one of " + siteIds + ", or a kind of site: " + KINDS + ".");
    }
}
