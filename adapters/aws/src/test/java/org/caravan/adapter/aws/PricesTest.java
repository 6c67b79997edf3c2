package org.caravan.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PricesTest {

    private final Prices prices = Prices.read();

    /** Dollars an hour as Amazon publishes them, for sizes both in the table's source and derived. */
    @ParameterizedTest
    @CsvSource({"us-east-1, t3.micro, 0.0104", "us-east-2, t3.nano, 0.0052", "us-east-1, m5.large, 0.096",
            "eu-central-1, m5.24xlarge, 5.52",
        "eu-west-1, m5.xlarge, 0.214", "us-east-1, c7g.2xlarge, 0.29", "us-east-1, t4g.small, 0.0168", "us-east-1, m7i.large, 0.1008"})
    void areThoseOfSharedTenancy(String region, String offer, double dollars) {
        assertThat(prices.month(region, offer, 1)).contains(new MonthlyCost(Math.round(dollars * 730 * 100)));
    }

    @Test
    void areUnknownNeverZero() {
        assertThat(prices.month("eu-north-1", "c7g.large", 1)).isEmpty();
        assertThat(prices.month("moon-1", "t3.micro", 1)).isEmpty();
        assertThat(prices.month("us-east-1", "x1e.32xlarge", 1)).isEmpty();
        assertThat(prices.month("us-east-1", "m5.metal", 1)).isEmpty();
        assertThat(prices.month("us-east-1", "nonsense", 1)).isEmpty();
    }

    @Test
    void areInEuros() {
        assertThat(prices.month("us-east-1", "t3.large", 0.5)).contains(new MonthlyCost(Math.round(0.0832 * 730 * 50)));
    }
}
