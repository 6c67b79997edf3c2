package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.RouterCounts;
import org.caravan.application.RequestCounts;
import org.junit.jupiter.api.Test;

class UsageLinesTest {

    @Test
    void aRoutersLineSaysHowManyAnswersOfEachRequestTookHowLong() {
        HostUsage usage = UsageLines.read("""
                host 1000 2000 3 4 5 6
                shop.web-router-bergen.1.7 10 20 0 0 30 40
                requests shop.web-router-bergen.1.7 4-81 bergen home,order 1000042:7,513:1,1000512:2 0:3:1:1,1:9:0:0,2:1:1:0
                requests shop.old-router-bergen.1.7 4-82 - - 42:7 -
                """);
        assertThat(usage.host().cpuMillis()).isEqualTo(1000);
        assertThat(usage.copies()).containsOnlyKeys(CopyId.parse("shop.web-router-bergen.1.7"));
        RouterCounts counts = usage.requests().get(CopyId.parse("shop.web-router-bergen.1.7"));
        assertThat(counts.usersId()).isEqualTo("bergen");
        assertThat(counts.byRequest()).containsOnlyKeys("", "home", "order");
        RequestCounts home = counts.byRequest().get("home");
        assertThat(home.times().answered()).isEqualTo(Map.of(42L, 7L, 512L, 2L));
        assertThat(home.received()).isEqualTo(9);
        assertThat(counts.byRequest().get("").failed()).isEqualTo(2);
        assertThat(counts.byRequest().get("order").answered()).isEqualTo(1);
        assertThat(counts.all().received()).isEqualTo(13);
        assertThat(RequestCounts.parse(home.text())).isEqualTo(home);
        RouterCounts old = usage.requests().get(CopyId.parse("shop.old-router-bergen.1.7"));
        assertThat(old.usersId()).isEmpty();
        assertThat(old.all().received()).isEqualTo(7);
    }

    @Test
    void linesThatNoRouterWritesHideOnlyThatRouter() {
        HostUsage usage = UsageLines.read("""
                host 1000 2000 3 4 5 6
                requests shop.web-router-bergen.1.7 4-81 bergen home 2000042:7 -
                requests shop.own.1.7 4-81 a b x 42:7 -
                requests x
                requests shop.old-router-bergen.1.7 4-82 - - 42:7 -
                """);
        assertThat(usage.host().cpuMillis()).isEqualTo(1000);
        assertThat(usage.requests()).containsOnlyKeys(CopyId.parse("shop.old-router-bergen.1.7"));
    }
}
