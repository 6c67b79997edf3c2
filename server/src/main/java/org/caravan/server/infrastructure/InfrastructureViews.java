package org.caravan.server.infrastructure;

import java.util.List;
import org.caravan.api.node.InfrastructureView;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;

/** Converts infrastructures into answers of REST. */
final class InfrastructureViews {

    private InfrastructureViews() {}

    static InfrastructureView of(Infrastructure infrastructure) {
        return new InfrastructureView(infrastructure.name(),
                infrastructure.hostTypes().stream().map(InfrastructureViews::of).toList(),
                infrastructure.sites().stream().map(InfrastructureViews::of).toList());
    }

    private static InfrastructureView.HostTypeView of(HostType type) {
        return new InfrastructureView.HostTypeView(type.id(), type.architecture().toString(), type.cpu().value(), type.memory().value(),
                type.disk().value(), type.cost().value());
    }

    private static InfrastructureView.SiteView of(Site site) {
        List<InfrastructureView.IspView> isps = site.isps().stream()
                .map(isp -> new InfrastructureView.IspView(isp.id(), isp.subnets().entrySet().stream()
                        .map(entry -> new InfrastructureView.SubnetView(entry.getKey().toString(), entry.getValue().prefix(),
                                entry.getValue().gateway()))
                        .toList()))
                .toList();
        List<InfrastructureView.HostView> hosts = site.hosts().stream()
                .map(host -> new InfrastructureView.HostView(host.id(), host.hostTypeId(), host.provider()))
                .toList();
        return new InfrastructureView.SiteView(site.id(), site.kind().toString(), site.country(), site.position().latitude(),
                site.position().longitude(), isps, hosts, site.vantage().map(vantage -> vantage.id()).orElse(null));
    }
}
