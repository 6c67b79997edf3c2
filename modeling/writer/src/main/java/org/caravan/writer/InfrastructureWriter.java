package org.caravan.writer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostBenchmark;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.ProviderControls;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;

/** Writes an infrastructure. Provisioned hosts, which records list individually, are written as a number. */
final class InfrastructureWriter {

    private static final int SSH_PORT = 22;

    private final Lines lines;
    private final Infrastructure infrastructure;

    InfrastructureWriter(Lines lines, Infrastructure infrastructure) {
        this.lines = lines;
        this.infrastructure = infrastructure;
    }

    void write() {
        lines.block("infrastructure " + Words.name(infrastructure.name()), () -> {
            infrastructure.hostTypes().forEach(this::hostType);
            infrastructure.sites().forEach(this::site);
        });
    }

    private void hostType(HostType type) {
        List<Rental> rentals = infrastructure.hosts().stream()
                .filter(host -> host.hostTypeId().equals(type.id()))
                .flatMap(host -> host.rental().stream())
                .toList();
        String rented = rentals.stream()
                .map(rental -> "  offer " + Words.quoted(rental.offer()) + "  image " + Words.quoted(rental.image()))
                .distinct()
                .collect(Collectors.joining());
        if (rentals.stream().map(rental -> List.of(rental.offer(), rental.image())).distinct().count() > 1) {
            throw new IllegalArgumentException("the language has one offer and image for host type " + type.id());
        }
        lines.line("host type " + Words.name(type.id()) + " { arch " + type.architecture() + "  cores "
                + Words.number(type.cpu().value() / 1000.0) + "  memory " + type.memory() + "  disk " + type.disk()
                + type.gpu().map(gpu -> "  gpu " + gpu).orElse("")
                + "  price " + type.cost() + type.power().map(power -> "  power " + power).orElse("")
                + type.startup().map(startup -> "  startup " + Words.number(startup.value() / 1_000) + " s").orElse("")
                + type.bench().map(InfrastructureWriter::bench).orElse("") + rented + " }");
    }

    private static String bench(HostBenchmark bench) {
        return "  bench {" + bench.cpuSeconds().map(seconds -> " cpu " + Words.number(seconds) + " s ").orElse("")
                + bench.diskBytesPerSecond().map(rate -> " disk " + Words.number(rate / 1_000_000) + " MB/s ").orElse("") + "}";
    }

    private void site(Site site) {
        lines.blank();
        lines.block("site " + Words.name(site.id()), () -> {
            lines.line("kind " + site.kind() + "  country " + Words.name(site.country()) + "  position "
                    + Words.number(site.position().latitude()) + " " + Words.number(site.position().longitude()));
            site.isps().forEach(this::isp);
            providers(site);
            site.vantage().ifPresent(vantage -> lines.line("vantage " + Words.name(vantage.id()) + " at "
                    + Words.quoted(vantage.address()) + port(vantage.port()) + " credentials " + Words.name(vantage.credentials())));
        });
    }

    private void isp(Isp isp) {
        lines.block("isp " + Words.name(isp.id()), () -> {
            isp.subnets().forEach((family, subnet) -> lines.line(
                    family + " " + Words.quoted(subnet.prefix()) + " gateway " + Words.quoted(subnet.gateway())));
            isp.uplink().ifPresent(rate -> lines.line("uplink " + PlacementRulesWriter.rate(rate)));
            isp.downlink().ifPresent(rate -> lines.line("downlink " + PlacementRulesWriter.rate(rate)));
            isp.quota().ifPresent(quota -> lines.line(quota.toString()));
            isp.egress().ifPresent(price -> lines.line("egress " + price));
            isp.probeBudget().ifPresent(budget -> lines.line("probe budget " + perDay(budget.value())));
        });
    }

    private static String perDay(long bytes) {
        return bytes % 1_000_000 == 0 ? bytes / 1_000_000 + " MB/day" : bytes + " B/day";
    }

    private void providers(Site site) {
        Map<String, List<Host>> byProvider =
                site.hosts().stream().collect(Collectors.groupingBy(Host::provider, TreeMap::new, Collectors.toList()));
        byProvider.forEach((provider, hosts) -> lines.block("provider " + Words.name(provider), () -> {
            if (hosts.stream().map(host -> List.of(host.credentials(), host.rental().map(InfrastructureWriter::lender))).distinct()
                    .count() > 1) {
                throw new IllegalArgumentException("the language has one region and one name of credentials for provider "
                        + provider + " of site " + site.id());
            }
            ControlsWriter.write(lines, site.guard(provider));
            hosts.get(0).rental().ifPresentOrElse(rental -> rented(site, rental, hosts), () -> standing(hosts));
        }));
    }

    private static List<Object> lender(Rental rental) {
        return List.of(rental.region(), rental.publicAddresses());
    }

    private void standing(List<Host> hosts) {
        if (!hosts.get(0).credentials().isEmpty()) {
            lines.line("credentials " + Words.name(hosts.get(0).credentials()));
        }
        hosts.forEach(host -> lines.line("host " + Words.name(host.id()) + " of " + Words.name(host.hostTypeId()) + " at "
                + Words.quoted(host.address()) + port(host.port())));
    }

    private void rented(Site site, Rental rental, List<Host> hosts) {
        rental.region().endpoint().ifPresent(endpoint -> lines.line("endpoint " + Words.quoted(endpoint)));
        lines.line("region " + Words.name(rental.region().name()) + "  credentials " + Words.name(rental.region().credentials()));
        rental.region().network().ifPresent(network -> lines.line("network " + Words.quoted(network)));
        if (rental.publicAddresses()) {
            lines.line("public addresses");
        }
        Optional.ofNullable(site.quotas().get(rental.region().provider())).ifPresent(quota -> lines.line("quota {"
                + quota.cpu().map(cpu -> " cores " + Words.number(cpu.value() / 1000.0)).orElse("")
                + quota.memory().map(memory -> " memory " + memory).orElse("") + quota.hosts().map(count -> " hosts " + count).orElse("")
                + " }"));
        hosts.stream().collect(Collectors.groupingBy(Host::hostTypeId, TreeMap::new, Collectors.toList())).forEach((type, some) -> {
            checkNames(site.id() + "-" + type + "-", some);
            lines.line("hosts up to " + some.size() + " of " + Words.name(type));
        });
    }

    /** Names of provisioned hosts must follow the scheme of the language. */
    private static void checkNames(String prefix, List<Host> hosts) {
        for (int number = 1; number <= hosts.size(); number++) {
            String expected = prefix + number;
            Optional<Host> found = hosts.stream().filter(host -> host.id().equals(expected)).findFirst();
            if (found.isEmpty()) {
                throw new IllegalArgumentException("the language names rented hosts by number, but there is no " + expected);
            }
        }
    }

    private static String port(int port) {
        return port == SSH_PORT ? "" : " port " + port;
    }

    /**
     * Writes security controls and data clearance per provider, because records do not distinguish declarations of the site from
     * those of the provider.
     */
    private static final class ControlsWriter {

        private ControlsWriter() {}

        static void write(Lines lines, ProviderControls guard) {
            if (!guard.controls().isEmpty()) {
                lines.line("controls " + Words.names(guard.controls()));
            }
            guard.holds().ifPresent(most -> lines.line("holds " + most));
        }
    }
}
