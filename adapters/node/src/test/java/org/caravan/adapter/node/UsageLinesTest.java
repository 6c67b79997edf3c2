package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.HostUsage;
import org.junit.jupiter.api.Test;

class UsageLinesTest {

    @Test
    void aRoutersLineSaysHowManyAnswersTookHowLong() {
        HostUsage usage = UsageLines.read("""
                host 1000 2000 3 4 5 6
                shop.web-router-bergen.1.7 10 20 0 0 30 40
                requests shop.web-router-bergen.1.7 42:7,513:1
                requests shop.quiet-router-bergen.1.7
                """);
        assertThat(usage.host().cpuMillis()).isEqualTo(1000);
        assertThat(usage.copies()).containsOnlyKeys(CopyId.parse("shop.web-router-bergen.1.7"));
        assertThat(usage.requests().get(CopyId.parse("shop.web-router-bergen.1.7")).answered()).isEqualTo(Map.of(42L, 7L, 513L, 1L));
        assertThat(usage.requests().get(CopyId.parse("shop.quiet-router-bergen.1.7")).count()).isZero();
    }
}
