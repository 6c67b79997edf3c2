package org.caravan.dsl.reader;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.dsl.caravan.HostDeclaration;
import org.caravan.dsl.caravan.HostTypeDeclaration;
import org.caravan.dsl.caravan.InfrastructureDeclaration;
import org.caravan.dsl.caravan.IspDeclaration;
import org.caravan.dsl.caravan.ProviderDeclaration;
import org.caravan.dsl.caravan.QuotaDeclaration;
import org.caravan.dsl.caravan.RentalDeclaration;
import org.caravan.dsl.caravan.SiteDeclaration;
import org.caravan.dsl.caravan.SubnetDeclaration;
import org.caravan.dsl.caravan.VantageDeclaration;
import org.caravan.dsl.wording.RentedNames;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostBenchmark;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.ProviderControls;
import org.caravan.infrastructure.Quota;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Sensitivity;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.infrastructure.Vantage;

/** Converts a validated infrastructure declaration into its record; fills in defaults. */
public final class InfrastructureReader {

    private static final int SSH_PORT = 22;

    private InfrastructureReader() {}

    public static Infrastructure read(InfrastructureDeclaration infrastructure) {
        return new Infrastructure(
                infrastructure.getName(),
                infrastructure.getHostTypes().stream().map(InfrastructureReader::hostType).toList(),
                infrastructure.getSites().stream().map(InfrastructureReader::site).toList());
    }

    private static HostType hostType(HostTypeDeclaration type) {
        return new HostType(
                type.getName(),
                Architecture.valueOf(type.getArchitecture().toUpperCase(Locale.ROOT)),
                Amounts.cores(type.getCores()),
                Amounts.bytes(type.getMemory()),
                Amounts.bytes(type.getDisk()),
                Amounts.cost(type.getPrice()),
                Optional.ofNullable(type.getFullPower()).map(full -> Amounts.power(type.getIdlePower(), full)),
                Optional.ofNullable(type.getBench()).map(bench -> new HostBenchmark(
                        Optional.ofNullable(bench.getCpu()).map(Amounts::seconds),
                                Optional.ofNullable(bench.getDisk()).map(Amounts::bytesPerSecond))),
                Optional.ofNullable(type.getStartup()).map(Amounts::span),
                Amounts.gpus(type.getGpus(), type.getGpuVendor()));
    }

    private static Site site(SiteDeclaration site) {
        List<Host> hosts = site.getProviders().stream()
                .flatMap(provider -> Stream.concat(
                        provider.getHosts().stream().map(host -> host(provider, host)),
                        provider.getRentals().stream().flatMap(rental -> hosts(provider, rental))))
                .toList();
        return new Site(
                site.getName(),
                SiteKind.valueOf(site.getKind().toUpperCase(Locale.ROOT)),
                site.getCountry(),
                new Position(Double.parseDouble(site.getLatitude()), Double.parseDouble(site.getLongitude())),
                site.getIsps().stream().map(InfrastructureReader::isp).toList(),
                hosts,
                Optional.ofNullable(site.getVantage()).map(InfrastructureReader::vantage),
                site.getProviders().stream().filter(provider -> provider.getQuota() != null)
                        .collect(Collectors.toMap(ProviderDeclaration::getName, provider -> quota(provider.getQuota()))),
                ControlsReader.read(site));
    }

    private static Quota quota(QuotaDeclaration quota) {
        return new Quota(Optional.ofNullable(quota.getCores()).map(Amounts::cores),
                Optional.ofNullable(quota.getMemory()).map(Amounts::bytes),
                Optional.ofNullable(quota.getHosts()).map(Integer::parseInt));
    }

    private static Isp isp(IspDeclaration isp) {
        Map<IpFamily, Subnet> subnets = new EnumMap<>(IpFamily.class);
        if (isp.getIpv4() != null) {
            subnets.put(IpFamily.IPV4, subnet(isp.getIpv4()));
        }
        if (isp.getIpv6() != null) {
            subnets.put(IpFamily.IPV6, subnet(isp.getIpv6()));
        }
        return new Isp(isp.getName(), subnets, Optional.ofNullable(isp.getProbeBudget()).map(Amounts::bytesPerDay),
                Optional.ofNullable(isp.getUplink()).map(Amounts::bitRate), Optional.ofNullable(isp.getDownlink()).map(Amounts::bitRate),
                Optional.ofNullable(isp.getEgress()).map(Amounts::dataPrice),
                Optional.ofNullable(isp.getQuota()).map(quota -> Amounts.quota(quota, isp.getThen(), isp.getExcess())));
    }

    private static Subnet subnet(SubnetDeclaration subnet) {
        return new Subnet(subnet.getPrefix(), subnet.getGateway());
    }

    private static Host host(ProviderDeclaration provider, HostDeclaration host) {
        return new Host(
                host.getName(),
                host.getType().getName(),
                provider.getName(),
                host.getAddress(),
                port(host.getPort()),
                provider.getCredentials() == null ? "" : provider.getCredentials());
    }

    private static Stream<Host> hosts(ProviderDeclaration provider, RentalDeclaration declared) {
        Region region = new Region(
                provider.getName(),
                Optional.ofNullable(provider.getEndpoint()),
                provider.getRegion(),
                Optional.ofNullable(provider.getNetwork()),
                provider.getCredentials());
        HostTypeDeclaration type = declared.getType();
        Rental rental = new Rental(region, type.getOffer(), type.getImage(), provider.isPublicAddresses());
        return RentedNames.of(declared).stream().map(id -> Host.rented(id, type.getName(), rental));
    }

    private static Vantage vantage(VantageDeclaration vantage) {
        return new Vantage(
                vantage.getName(), vantage.getAddress(), port(vantage.getPort()), vantage.getCredentials());
    }

    private static int port(String written) {
        return written == null ? SSH_PORT : Integer.parseInt(written);
    }

    /**
     * Reads security controls and data clearance of providers. A provider inherits the controls of its site and adds its own; its clearance
     * overrides that of the site.
     */
    private static final class ControlsReader {

        private ControlsReader() {}

        static Map<String, ProviderControls> read(SiteDeclaration site) {
            Map<String, ProviderControls> guards = new TreeMap<>();
            for (ProviderDeclaration provider : site.getProviders()) {
                Set<String> controls = new HashSet<>(site.getControls());
                controls.addAll(provider.getControls());
                String holds = provider.getHolds() == null ? site.getHolds() : provider.getHolds();
                ProviderControls guard = new ProviderControls(controls, Optional.ofNullable(holds)
                        .map(word -> Sensitivity.valueOf(word.toUpperCase(Locale.ROOT))));
                if (!guard.equals(ProviderControls.NONE)) {
                    guards.put(provider.getName(), guard);
                }
            }
            return guards;
        }
    }
}
