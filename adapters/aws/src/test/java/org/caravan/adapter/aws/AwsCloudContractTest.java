package org.caravan.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.adapter.testkit.ControlPlane;
import org.caravan.adapter.testkit.MachineCloudContract;
import org.caravan.adapter.testkit.MachineFixture;
import org.caravan.infrastructure.Architecture;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLimits;
import org.caravan.machine.MachineOffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract against a strict EC2 on loopback, with machines that answer. */
@Tag("clouds")
class AwsCloudContractTest extends MachineCloudContract {

    @RegisterExtension
    static final ControlPlane PLANE = new ControlPlane("ec2");

    private static AwsFixture ground;

    @BeforeAll
    static void prepare() {
        ground = new AwsFixture(PLANE);
        ground.calm();
    }

    /** Of the emulated account: EC2's own API does not tell them, Service Quotas does. */
    @Test
    void knowsTheQuotasOfTheAccount() {
        try (MachineCloud cloud = ground.connect()) {
            MachineLimits limits = cloud.limits(ground.region());
            assertThat(limits.virtualCpus()).hasValue(64);
            assertThat(limits.publicAddresses()).hasValue(20);
            assertThat(limits.machines()).as("EC2 counts processors").isEmpty();
        }
    }

    /** Amazon's list is asked, not a library's table that ends at t3 and m5; the same machine costs more where Amazon takes more. */
    @Test
    void offersNewTypesAtPricesOfTheRegion() {
        try (MachineCloud cloud = ground.connect()) {
            Map<String, MachineOffer> ohio = byName(cloud.offers(ground.region()));
            assertThat(ohio.get("m7i.large").architecture()).isEqualTo(Architecture.AMD64);
            assertThat(ohio.get("t4g.small").architecture()).isEqualTo(Architecture.ARM64);
            Map<String, MachineOffer> saoPaulo = byName(cloud.offers(ground.regionNamed("sa-east-1")));
            assertThat(saoPaulo.get("t3.large").price().orElseThrow().value())
                    .isGreaterThan(ohio.get("t3.large").price().orElseThrow().value());
        }
    }

    private static Map<String, MachineOffer> byName(List<MachineOffer> offers) {
        return offers.stream().collect(Collectors.toMap(MachineOffer::name, Function.identity()));
    }

    @Override
    protected MachineFixture ground() {
        return ground;
    }
}
