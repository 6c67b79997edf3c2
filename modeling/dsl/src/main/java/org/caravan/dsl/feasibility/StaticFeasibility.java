package org.caravan.dsl.feasibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.application.DataSet;
import org.caravan.application.LocationRequirement;
import org.caravan.application.SecurityControl;
import org.caravan.application.Storage;
import org.caravan.application.Users;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.dsl.wording.Suggestion;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.ProviderControls;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Site;
import org.caravan.unit.BitRate;

/** Static feasibility check: whether an application can run on an infrastructure at all, before measurement and planning. */
public final class StaticFeasibility {

    /** @param about part of the application that does not fit: users, a location, data or a component */
    public record Finding(Object about, Diagnostic diagnostic) {}

    private final Infrastructure infrastructure;
    private final List<Finding> findings = new ArrayList<>();

    private StaticFeasibility(Infrastructure infrastructure) {
        this.infrastructure = infrastructure;
    }

    public static List<Finding> of(ApplicationModel application, Infrastructure infrastructure) {
        StaticFeasibility fit = new StaticFeasibility(infrastructure);
        application.users().forEach(fit::checkAccess);
        application.locations().forEach(location -> fit.checkLocation(location, location));
        application.supplement().data().forEach(data -> application.residences(data)
                .forEach(location -> fit.checkLocation(location, data)));
        Storage.reserved(application).components().forEach(component -> HostTypeFeasibility.of(component, infrastructure)
                .ifPresent(diagnostic -> fit.add(application.component(component.id()), diagnostic)));
        ControlFeasibility guards = new ControlFeasibility(infrastructure);
        application.supplement().controls().forEach(control -> guards.of(control).ifPresent(diagnostic -> fit.add(control, diagnostic)));
        application.supplement().data().forEach(data -> guards.of(data).ifPresent(diagnostic -> fit.add(data, diagnostic)));
        application.components().forEach(component -> application.supplement().bonds().bandwidth(component.id())
                .flatMap(bandwidth -> UplinkFeasibility.of(component.id(), bandwidth, infrastructure))
                .ifPresent(diagnostic -> fit.add(component, diagnostic)));
        return fit.findings;
    }

    private void checkAccess(Users users) {
        AccessPoint at = users.at();
        String subject = "Users " + users.id();
        Optional<Site> site = find(at.siteId());
        if (site.isEmpty()) {
            rejectSite(users, subject, at.siteId());
            return;
        }
        List<Isp> isps = site.get().isps();
        Optional<Isp> isp = isps.stream().filter(candidate -> candidate.id().equals(at.ispId())).findFirst();
        if (isp.isEmpty()) {
            String message = subject + " come via ISP " + at.ispId() + ", which site " + at.siteId() + " does not have.";
            String suggestion = Suggestion.useOneOf(at.ispId(), isps.stream().map(Isp::id).toList()) + ".";
            add(users, Diagnostic.error("unknown-isp", message, suggestion));
        } else if (!isp.get().subnets().containsKey(at.family())) {
            String message = subject + " come by " + at.family() + ", which ISP " + at.ispId() + " does not give site " + at.siteId() + ".";
            String suggestion = "use " + isp.get().subnets().keySet().iterator().next() + ".";
            add(users, Diagnostic.error("unknown-family", message, suggestion));
        }
    }

    private void checkLocation(LocationRequirement location, Object about) {
        checkSites(location, about);
        checkCountries(location, about);
    }

    private void checkSites(LocationRequirement location, Object about) {
        String subject = "The location of component " + location.componentId();
        for (String siteId : location.siteIds()) {
            Optional<Site> site = find(siteId);
            if (site.isEmpty()) {
                rejectSite(about, subject, siteId);
            } else if (site.get().hosts().isEmpty()) {
                String message = subject + " names site " + siteId + ", which has no host.";
                add(about, Diagnostic.error("site-without-host", message, Suggestion.useOneOf(siteId, sitesWithHosts()) + "."));
            }
        }
    }

    private void checkCountries(LocationRequirement location, Object about) {
        TreeSet<String> served = new TreeSet<>();
        infrastructure.sites().stream().filter(site -> !site.hosts().isEmpty()).forEach(site -> served.add(site.country()));
        if (!location.countries().isEmpty() && location.countries().stream().noneMatch(served::contains)) {
            String countries = String.join(", ", location.countries());
            String message = "Component " + location.componentId() + " must be in " + countries + ", where infrastructure "
                    + infrastructure.name() + " has no host.";
            add(about, Diagnostic.error("no-host-in-country", message, Suggestion.useOneOf(countries, served) + "."));
        }
    }

    private void rejectSite(Object about, String subject, String siteId) {
        String message = subject + (about instanceof Users ? " are at site " : " names site ") + siteId
                + ", which infrastructure " + infrastructure.name() + " does not have.";
        List<String> siteIds = about instanceof Users
                ? infrastructure.sites().stream().map(Site::id).toList()
                : sitesWithHosts();
        add(about, Diagnostic.error("unknown-site", message, Suggestion.useOneOf(siteId, siteIds) + "."));
    }

    private List<String> sitesWithHosts() {
        return infrastructure.sites().stream().filter(site -> !site.hosts().isEmpty()).map(Site::id).toList();
    }

    private Optional<Site> find(String siteId) {
        return infrastructure.sites().stream().filter(site -> site.id().equals(siteId)).findFirst();
    }

    private void add(Object about, Diagnostic diagnostic) {
        findings.add(new Finding(about, diagnostic));
    }

    /** Checks whether the bandwidth reserved by copies of a component fits any uplink of a site with hosts. */
    private static final class UplinkFeasibility {

        private UplinkFeasibility() {}

        /** Warning if it fits no uplink; an uplink without declared capacity always fits. */
        static Optional<Diagnostic> of(String componentId, Bandwidth bandwidth, Infrastructure infrastructure) {
            List<Isp> isps = infrastructure.sites().stream().filter(site -> !site.hosts().isEmpty()).flatMap(site -> site.isps().stream())
                    .toList();
            Optional<BitRate> widest = isps.stream().flatMap(isp -> isp.uplink().stream()).max(BitRate::compareTo);
            boolean open = isps.stream().anyMatch(isp -> isp.uplink().isEmpty());
            return widest.filter(most -> !open && most.compareTo(bandwidth.min()) < 0).map(most -> new Diagnostic(
                    Severity.WARNING, "bandwidth-fits-no-uplink",
                    "Each copy of component " + componentId + " reserves " + bandwidth.min() + ", more than any uplink of infrastructure "
                            + infrastructure.name() + " has: the widest has " + most + ".",
                    Optional.of("reduce the requirement, or declare a larger uplink."), Optional.empty()));
        }
    }

    /** Checks whether any host of an infrastructure meets an application's security requirements. */
    private static final class ControlFeasibility {

        private final String name;
        private final List<ProviderControls> guards;

        ControlFeasibility(Infrastructure infrastructure) {
            this.name = infrastructure.name();
            this.guards = infrastructure.sites().stream()
                    .flatMap(site -> site.hosts().stream().map(Host::provider).distinct().map(site::guard)).toList();
        }

        Optional<Diagnostic> of(SecurityControl control) {
            SortedSet<String> offered = new TreeSet<>();
            guards.forEach(guard -> offered.addAll(guard.controls()));
            if (offered.contains(control.id())) {
                return Optional.empty();
            }
            return Optional.of(Diagnostic.error("control-not-offered", "Control " + control.id()
                    + " is offered by no provider of infrastructure " + name + ".",
                    offered.isEmpty() ? "add to a provider or site where it is in force: controls " + control.id()
                            : Suggestion.useOneOf(control.id(), offered) + "."));
        }

        /** Checks only data that some component handles; other data has no location. */
        Optional<Diagnostic> of(DataSet data) {
            boolean handled = Stream.of(data.storedBy(), data.producedBy(), data.consumedBy())
                    .anyMatch(components -> !components.isEmpty());
            return data.sensitivity().filter(asked -> handled && guards.stream().noneMatch(guard -> guard.mayHold(asked)))
                    .map(asked -> Diagnostic.error("class-not-held", "Data " + data.id() + " is " + asked
                            + ", which no provider of infrastructure " + name + " may hold.",
                            "add to a provider or site that may: holds " + asked));
        }
    }
}
