package org.caravan.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.api.application.ApplicationView;
import org.caravan.client.Answer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What an application's hosts cost is told by its share, and what does not end with it before it ends. */
class HostPricesTest {

    private static final String ALONE = "{\"hostId\":\"pi-1\",\"costCentsPerMonth\":300,\"shareCentsPerMonth\":300,\"shared\":false}";
    private static final String SHARED = "{\"hostId\":\"cloud-1\",\"costCentsPerMonth\":4000,\"shareCentsPerMonth\":1500,\"shared\":true}";
    private static final String FREE = "{\"hostId\":\"desk\",\"costCentsPerMonth\":0,\"shareCentsPerMonth\":0,\"shared\":true}";

    @Test
    void theShareIsToldWithWhatIsShared() {
        assertThat(HostPrices.share(on(ALONE, SHARED, FREE))).contains(
                "its share of what its hosts cost: 18.00 EUR/month (of 40.00 EUR/month for cloud-1, where other applications are too, "
                        + "15.00 EUR/month)");
        assertThat(HostPrices.share(on(ALONE))).contains("its share of what its hosts cost: 3.00 EUR/month");
        assertThat(HostPrices.share(on(FREE))).isEmpty();
        assertThat(HostPrices.share(on())).isEmpty();
    }

    @Test
    void whatOthersPayAfterwardsIsTold() {
        assertThat(HostPrices.afterwards(on(ALONE, SHARED, FREE))).containsExactly(
                "No application is on pi-1 then, of 3.00 EUR/month.",
                "Other applications stay on cloud-1: its share of the price, 15.00 EUR/month of 40.00 EUR/month, is then paid by them.");
        assertThat(HostPrices.afterwards(on(FREE))).isEmpty();
    }

    private static ApplicationView on(String... hosts) {
        return Answer.of(JsonMapper.shared().readTree("{\"name\":\"shop\",\"hosts\":[" + String.join(",", hosts) + "]}"),
                ApplicationView.class).value();
    }
}
