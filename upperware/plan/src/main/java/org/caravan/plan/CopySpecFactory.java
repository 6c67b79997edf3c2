package org.caravan.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Readiness;
import org.caravan.application.ReservedVariables;
import org.caravan.application.RoutedRequests;
import org.caravan.application.Routers;
import org.caravan.application.Users;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.Subnet;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.FormChoice;
import org.caravan.problem.PlacementProblem;

/** Creates the specification of a copy from its host and address slot. */
public final class CopySpecFactory {

    /** By id, because a large application needs thousands of copies on thousands of hosts. */
    private final Map<String, Component> components = new HashMap<>();
    private final Map<String, HostType> types = new HashMap<>();
    private final Map<String, Host> hosts = new HashMap<>();
    private final Map<String, Site> siteOfHost = new HashMap<>();

    private final PlacementProblem problem;
    private final ApplicationModel application;

    public CopySpecFactory(PlacementProblem problem) {
        this.problem = problem;
        this.application = problem.application();
        problem.application().components().forEach(component -> components.put(component.id(), component));
        problem.infrastructure().hostTypes().forEach(type -> types.put(type.id(), type));
        problem.infrastructure().sites().forEach(site -> site.hosts().forEach(host -> {
            hosts.put(host.id(), host);
            siteOfHost.put(host.id(), site);
        }));
    }

    /**
     * Whether the running copy has the specification that the problem requires on the same host; then it is kept with its generation and
     * slot. The component must be part of the application.
     */
    public boolean sameAsNow(CurrentPlacement current) {
        Optional<Form> form = Optional.ofNullable(hosts.get(current.hostId())).flatMap(host -> form(current.instance(), host));
        return form.isPresent() && of(current.instance(), current.hostId(), current.addressSlot()).digest().equals(current.specDigest());
    }

    /** The host must be part of the infrastructure. */
    String siteIdOf(String hostId) {
        return siteOf(hostId).id();
    }

    private Site siteOf(String hostId) {
        return Optional.ofNullable(siteOfHost.get(hostId))
                .orElseThrow(() -> new IllegalArgumentException("no host " + hostId + " at any site"));
    }

    private Optional<Form> form(InstanceId instance, Host host) {
        return FormChoice.of(problem.chosen(components.get(instance.componentId()), instance), host, types.get(host.hostTypeId()));
    }

    CopySpec of(InstanceId instance, String hostId, int addressSlot) {
        Component component = components.get(instance.componentId());
        Site site = siteOf(hostId);
        Host host = hosts.get(hostId);
        Form form = form(instance, host).orElseThrow(() -> new IllegalArgumentException(instance + " has no form that runs on " + hostId));
        // As modelled, not as observed: otherwise a slightly different observation would change the specification.
        Optional<HostType> whole = Optional.of(types.get(host.hostTypeId())).filter(type -> form.kind() == FormKind.VM);
        Map<String, String> environment = new TreeMap<>(form.environment());
        environment.put(ReservedVariables.INSTANCE, instance.toString());
        environment.put(ReservedVariables.HOST, hostId);
        environment.put(ReservedVariables.SITE, site.id());
        environment.remove(RoutedRequests.VARIABLE); // only routers of the plan count requests
        requests(component).ifPresent(text -> environment.put(RoutedRequests.VARIABLE, text));
        return new CopySpec(
                form.kind(),
                form.image(),
                whole.map(HostType::cpu).orElse(form.cpu()),
                whole.map(HostType::memory).orElse(form.memory()),
                environment,
                component.provides(),
                addresses(site, addressSlot),
                form.secrets(),
                form.disk(),
                form.ceiling(),
                form.scripts()).withGpu(form.gpu());
    }

    /** What a router recognises; empty for other components, routers by connection, and models without patterns: their copies stay. */
    private Optional<String> requests(Component component) {
        if (!component.router() || component.provides().stream().noneMatch(end -> end.readiness() instanceof Readiness.HttpAnswers)) {
            return Optional.empty();
        }
        Optional<String> usersId = application.users().stream().map(Users::id)
                .filter(id -> !Routers.entered(id, component.id()).equals(component.id())).findFirst();
        return usersId.map(id -> new RoutedRequests(id, patterns(Routers.entered(id, component.id()))))
                .filter(requests -> !requests.patterns().isEmpty()).map(RoutedRequests::text);
    }

    private List<RoutedRequests.Named> patterns(String componentId) {
        return application.requests().stream()
                .filter(request -> request.hops().stream().anyMatch(hop -> hop.fromUsers() && hop.to().equals(componentId)))
                .flatMap(request -> request.patterns().stream().map(pattern -> new RoutedRequests.Named(request.id(), pattern)))
                .toList();
    }

    private static List<CopyAddress> addresses(Site site, int addressSlot) {
        return site.accessPoints().stream()
                .map(accessPoint -> {
                    Subnet subnet = site.subnet(accessPoint);
                    return new CopyAddress(
                            accessPoint, subnet.address(addressSlot), subnet.prefixLength(), subnet.gateway());
                })
                .toList();
    }

    /** Literal address of a copy at an access point of its site. */
    static String address(CopySpec spec, AccessPoint accessPoint) {
        return spec.addresses().stream()
                .filter(address -> address.at().equals(accessPoint))
                .map(CopyAddress::address)
                .findFirst()
                .orElseThrow();
    }
}
