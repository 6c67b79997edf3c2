package org.caravan.adapter.aws;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.infrastructure.Architecture;
import org.caravan.machine.MachineOffer;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import software.amazon.awssdk.services.ec2.model.ArchitectureType;
import software.amazon.awssdk.services.ec2.model.InstanceTypeInfo;

/** Instance types of a region. Cached for an hour, because there are hundreds and they rarely change. */
final class Offers {

    private static final Duration FRESH = Duration.ofHours(1);
    private static final Prices PRICES = Prices.read();

    private final AwsAccount account;
    private final AwsSettings settings;
    private List<MachineOffer> last = List.of();
    private long askedAt;

    Offers(AwsAccount account, AwsSettings settings) {
        this.account = account;
        this.settings = settings;
    }

    synchronized List<MachineOffer> all() {
        if (last.isEmpty() || System.nanoTime() - askedAt > FRESH.toNanos()) {
            last = account.ask("list offers", ec2 -> Instances.pages(ec2.describeInstanceTypesPaginator(request -> request
                    .filters(AwsNames.filter("supported-usage-class", "on-demand")))).flatMap(page -> page.instanceTypes().stream())
                    .flatMap(type -> offer(type).stream()).sorted().toList());
            askedAt = System.nanoTime();
        }
        return last;
    }

    private Optional<MachineOffer> offer(InstanceTypeInfo type) {
        return architecture(type).map(architecture -> new MachineOffer(type.instanceTypeAsString(), architecture,
                MilliCores.ofCores(type.vCpuInfo().defaultVCpus()), Bytes.ofMebi(type.memoryInfo().sizeInMiB()), settings.disk(),
                price(type.instanceTypeAsString())));
    }

    private Optional<MonthlyCost> price(String offer) {
        return Optional.ofNullable(account.key.prices().get(offer))
                .or(() -> PRICES.month(account.where.region(), offer, settings.eurosPerDollar()));
    }

    /** Omits Macs and 32-bit machines. */
    private static Optional<Architecture> architecture(InstanceTypeInfo type) {
        List<ArchitectureType> supported = type.processorInfo().supportedArchitectures();
        return supported.contains(ArchitectureType.X86_64) ? Optional.of(Architecture.AMD64)
                : supported.contains(ArchitectureType.ARM64) ? Optional.of(Architecture.ARM64) : Optional.empty();
    }

    /** Names of the burstable offers, the cheapest ones, as examples for a message; there are hundreds of offers. */
    String someNames() {
        List<String> names = all().stream().map(MachineOffer::name).toList();
        List<String> some = names.stream().filter(name -> name.matches("t\\d.*")).toList();
        return (some.isEmpty() ? names.stream().limit(20) : some.stream()).collect(Collectors.joining(", "));
    }

    long virtualCpus(String offer) {
        return all().stream().filter(each -> each.name().equals(offer)).mapToLong(each -> each.cpu().value() / 1000).findFirst().orElse(0);
    }
}
