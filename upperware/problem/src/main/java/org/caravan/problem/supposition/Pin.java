package org.caravan.problem.supposition;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.application.ApplicationModel;
import org.caravan.application.LocationRequirement;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;

/**
 * Assumes that components run at given places only.
 *
 * @param componentIds * for all
 * @param places sites or kinds of sites
 */
record Pin(List<String> componentIds, List<String> places) implements Assumption {

    @Override
    public PlacementProblem appliedTo(PlacementProblem problem) {
        Set<String> siteIds = siteIds(problem.infrastructure());
        List<LocationRequirement> locations = new ArrayList<>(problem.application().locations());
        List<Diagnostic> wrong = new ArrayList<>();
        for (String componentId : Components.named(problem.application(), componentIds)) {
            problem.application().locations().stream()
                    .filter(location -> location.componentId().equals(componentId))
                    .filter(location -> siteIds.stream().noneMatch(siteId -> keeps(location, siteId, problem.infrastructure())))
                    .forEach(location -> wrong.add(breaks(componentId, location, problem.application())));
            problem.current().stream()
                    .filter(now -> takenFromData(now, componentId, siteIds, problem))
                    .forEach(now -> wrong.add(leavesData(componentId, now)));
            locations.add(new LocationRequirement(componentId, siteIds, Set.of()));
        }
        if (!wrong.isEmpty()) {
            throw new RejectedInput(wrong);
        }
        return problem.withApplication(Components.locatedAt(problem.application(), locations));
    }

    private Set<String> siteIds(Infrastructure infrastructure) {
        Places known = new Places(infrastructure);
        Set<String> siteIds = new TreeSet<>();
        for (String place : places) {
            Set<String> found = new TreeSet<>(known.requiredSites(place));
            found.removeIf(siteId -> infrastructure.site(siteId).hosts().isEmpty());
            if (found.isEmpty()) {
                throw Assumption.refused("site-without-hosts", "Nothing can be pinned to (" + place + "): it has no host.",
                        "use a site that has hosts.");
            }
            siteIds.addAll(found);
        }
        return siteIds;
    }

    private static boolean keeps(LocationRequirement location, String siteId, Infrastructure infrastructure) {
        return (location.siteIds().isEmpty() || location.siteIds().contains(siteId))
                && (location.countries().isEmpty() || location.countries().contains(infrastructure.site(siteId).country()));
    }

    private static boolean takenFromData(
            CurrentPlacement now, String componentId, Set<String> siteIds, PlacementProblem problem) {
        boolean keepsData = now.instance().componentId().equals(componentId)
                && problem.application().statefulComponentIds().contains(componentId);
        return keepsData && problem.infrastructure().sites().stream()
                .filter(site -> siteIds.contains(site.id()))
                .noneMatch(site -> site.hosts().stream().anyMatch(host -> host.id().equals(now.hostId())));
    }

    private Diagnostic breaks(String componentId, LocationRequirement location, ApplicationModel application) {
        return Diagnostic.error("pin-breaks-requirement",
                "The pin (" + componentId + "=" + String.join(",", places) + ") breaks the requirement ("
                        + location.text() + ") of application (" + application.name() + ").",
                "ask without that requirement: waive " + componentId + ".");
    }

    private Diagnostic leavesData(String componentId, CurrentPlacement now) {
        return Diagnostic.error("pin-leaves-data",
                "The pin (" + componentId + "=" + String.join(",", places) + ") would take (" + now.instance()
                        + ") away from its data on (" + now.hostId() + ").",
                "ask as if nothing ran yet: --afresh.");
    }
}
