package org.caravan.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.Subnet;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.FormChoice;
import org.caravan.problem.PlacementProblem;

/** What a copy is made of, once its host and address slot are chosen. */
public final class CopySpecs {

    private CopySpecs() {}

    /**
     * Whether the copy that runs now is the one this problem asks for on the same host: then it is kept as it is, with
     * its generation and slot.
     */
    public static boolean sameAsNow(PlacementProblem problem, CurrentPlacement current) {
        Component component = problem.application().component(current.instance().componentId());
        return problem.infrastructure().hosts().stream()
                        .filter(host -> host.id().equals(current.hostId()))
                        .anyMatch(host -> FormChoice.of(component, host, problem.infrastructure()).isPresent())
                && of(problem, current.instance(), current.hostId(), current.addressSlot())
                        .digest()
                        .equals(current.specDigest());
    }

    static CopySpec of(PlacementProblem problem, InstanceId instance, String hostId, int addressSlot) {
        Component component = problem.application().component(instance.componentId());
        Form form = FormChoice.of(component, problem.infrastructure().host(hostId), problem.infrastructure())
                .orElseThrow(() -> new IllegalArgumentException(instance + " has no form that runs on " + hostId));
        // As modelled, not as observed: else a machine that says a little more or less tomorrow would be another copy.
        Optional<HostType> whole = Optional.of(problem.infrastructure().hostTypeOf(hostId)).filter(type -> form.kind() == FormKind.VM);
        Site site = problem.infrastructure().siteOfHost(hostId);
        Map<String, String> environment = new TreeMap<>(form.environment());
        environment.put("CARAVAN_INSTANCE", instance.toString());
        environment.put("CARAVAN_HOST", hostId);
        environment.put("CARAVAN_SITE", site.id());
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
                form.scripts());
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

    /** The literal a copy has at an access point of its site. */
    static String address(CopySpec spec, AccessPoint accessPoint) {
        return spec.addresses().stream()
                .filter(address -> address.at().equals(accessPoint))
                .map(CopyAddress::address)
                .findFirst()
                .orElseThrow();
    }
}
