package org.caravan.adapter.rented;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.AdapterFault.Kind;
import org.caravan.adapter.ObservedHost;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLimits;
import org.caravan.machine.MachineOffer;
import org.caravan.machine.ObservedMachine;
import org.caravan.unit.Bytes;

/**
 * Resources of a provisioned host. Always derived from the provider's offer and never from the machine; otherwise a plan made
 * before provisioning might not fit afterwards.
 */
final class RentedOffers {

    /** Reserved for the operating system and LXC; Debian 12 with both uses about 120 MiB of memory and 1.3 GiB of disk. */
    private static final Bytes OWN_MEMORY = Bytes.ofMebi(192);

    private static final Bytes OWN_DISK = Bytes.ofMebi(2048);

    private final MachineCloud cloud;
    private final Memoized<Region, List<MachineOffer>> offers = new Memoized<>(Duration.ofMinutes(10));
    private final Memoized<Region, MachineLimits> limits = new Memoized<>(Duration.ofSeconds(5));

    RentedOffers(MachineCloud cloud) {
        this.cloud = cloud;
    }

    /** @throws AdapterFault if the provider does not have the offer, or the quota permits no machine for the host */
    ObservedHost of(Host host, Optional<ObservedMachine> machine) {
        if (machine.isEmpty()) {
            requireRoom(host);
        }
        Rental rental = host.rental().orElseThrow();
        List<MachineOffer> all = offers.get(rental.region(), cloud::offers);
        MachineOffer offer = all.stream().filter(one -> one.name().equals(rental.offer())).findFirst()
                .orElseThrow(() -> new AdapterFault(Kind.FAILED,
                        "The provider (%s) has no offer (%s) for host (%s) in region (%s).\nMaybe use one of %s.".formatted(
                                rental.region().provider(), rental.offer(), host.id(), rental.region().name(),
                                all.stream().map(MachineOffer::name).limit(20).toList())));
        return new ObservedHost(host.id(), offer.architecture(), offer.cpu(), without(offer.memory(), OWN_MEMORY),
                without(offer.disk(), OWN_DISK), machine.map(RentedOffers::own).orElse(List.of()));
    }

    /** The machine's first address of each IP version; all others belong to copies. */
    private static List<String> own(ObservedMachine machine) {
        return Stream.of(false, true)
                .flatMap(six -> machine.addresses().stream().filter(address -> address.contains(":") == six).findFirst().stream())
                .toList();
    }

    private void requireRoom(Host host) {
        if (!cloud.capabilities().contains(MachineCapability.LIMITS)) {
            return;
        }
        Region region = host.rental().orElseThrow().region();
        MachineLimits now = limits.get(region, cloud::limits);
        if (now.machines().isPresent() && now.machinesUsed() >= now.machines().getAsInt()) {
            throw new AdapterFault(Kind.NO_CAPACITY,
                    ("The quota of %d machines in region (%s) is exhausted, so host (%s) cannot be rented.\nMaybe ask the provider for a "
                            + "higher quota.")
                            .formatted(now.machines().getAsInt(), region.name(), host.id()));
        }
    }

    /** At least half remains: offers with a separately chosen disk report none. */
    private static Bytes without(Bytes all, Bytes own) {
        return new Bytes(Math.max(all.value() - own.value(), all.value() / 2));
    }

    /** Cache of provider answers with an expiry time. Failures are not cached. */
    private static final class Memoized<K, V> {

        private record Answer<V>(V value, long atNanos) {}

        private final Duration validity;
        private final Map<K, Answer<V>> answers = new ConcurrentHashMap<>();

        Memoized(Duration validity) {
            this.validity = validity;
        }

        V get(K question, Function<K, V> ask) {
            Answer<V> known = answers.get(question);
            if (known == null || System.nanoTime() - known.atNanos() > validity.toNanos()) {
                known = new Answer<>(ask.apply(question), System.nanoTime());
                answers.put(question, known);
            }
            return known.value();
        }
    }
}
