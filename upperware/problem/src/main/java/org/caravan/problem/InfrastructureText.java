package org.caravan.problem;

import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;

/** Part of a problem's text on the infrastructure. Contains names of credentials only, never a secret. */
final class InfrastructureText {

    private InfrastructureText() {}

    static void append(StringBuilder text, Infrastructure infrastructure) {
        text.append("infrastructure ").append(infrastructure.name()).append('\n');
        infrastructure.hostTypes().forEach(type -> text.append("host type ").append(type.id()).append(' ')
                .append(type.architecture()).append(" cpu ").append(type.cpu()).append(" memory ")
                .append(type.memory()).append(" disk ").append(type.disk()).append(" cost ").append(type.cost())
                .append(type.power().map(power -> " power " + power).orElse(""))
                .append(type.startup().map(startup -> " startup " + startup).orElse(""))
                .append(type.gpu().map(gpu -> " gpu " + gpu).orElse("")).append('\n'));
        infrastructure.sites().forEach(site -> appendSite(text, site));
    }

    private static void appendSite(StringBuilder text, Site site) {
        text.append("site ").append(site.id()).append(' ').append(site.kind()).append(" country ")
                .append(site.country()).append(" at ").append(site.position().latitude()).append(' ')
                .append(site.position().longitude()).append('\n');
        site.isps().forEach(isp -> isp.subnets().forEach((family, subnet) -> text.append("  isp ").append(isp.id())
                .append(' ').append(family).append(' ').append(subnet.prefix()).append(" gateway ")
                .append(subnet.gateway()).append('\n')));
        site.quotas().forEach((provider, quota) -> text.append("  quota of ").append(provider).append(' ').append(quota).append('\n'));
        site.guards().forEach((provider, guard) -> text.append("  guard of ").append(provider).append(' ').append(guard).append('\n'));
        site.isps().forEach(isp -> isp.uplink().ifPresent(rate ->
                text.append("  uplink of ").append(isp.id()).append(' ').append(rate.value()).append(" bit/s\n")));
        site.isps().forEach(isp -> isp.downlink().ifPresent(rate ->
                text.append("  downlink of ").append(isp.id()).append(' ').append(rate.value()).append(" bit/s\n")));
        site.isps().forEach(isp -> isp.quota().ifPresent(quota ->
                text.append("  traffic of ").append(isp.id()).append(' ').append(quota).append('\n')));
        site.isps().forEach(isp -> isp.egress().ifPresent(price -> text.append("  egress of ").append(isp.id()).append(' ').append(price)
                .append('\n')));
        site.hosts().forEach(host -> appendHost(text, host));
        site.vantage().ifPresent(vantage -> text.append("  vantage ").append(vantage.id()).append(" ssh ")
                .append(vantage.address()).append(" port ").append(vantage.port()).append(" credentials ")
                .append(vantage.credentials()).append('\n'));
    }

    private static void appendHost(StringBuilder text, Host host) {
        text.append("  host ").append(host.id()).append(" of type ").append(host.hostTypeId()).append(" provider ").append(host.provider());
        host.rental().ifPresentOrElse(
                rental -> appendRental(text, rental),
                () -> text.append(" ssh ").append(host.address()).append(" port ").append(host.port())
                        .append(" credentials ").append(host.credentials()));
        text.append('\n');
    }

    private static void appendRental(StringBuilder text, Rental rental) {
        Region region = rental.region();
        text.append(" rented in region ").append(region.name());
        region.endpoint().ifPresent(endpoint -> text.append(" endpoint ").append(endpoint));
        region.network().ifPresent(network -> text.append(" network ").append(network));
        text.append(" credentials ").append(region.credentials()).append(" offer ").append(rental.offer())
                .append(" image ").append(rental.image()).append(rental.publicAddresses() ? " public addresses" : "");
    }
}
