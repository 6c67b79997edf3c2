package org.caravan.server.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.simulated.SimulatedAdapter;
import org.caravan.adapter.simulated.SimulatedScript;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedOutagesTest {

    private static final Infrastructure PAIR = CaravanLanguage.parse(Map.of("pair.caravan", """
            infrastructure pair {
              host type small { arch amd64  cores 4  memory 4 GiB  disk 32 GiB  price 1 EUR/month }
              site east { kind edge  country NO  position 60.0 10.0
                isp Uninett { ipv4 "10.1.1.0/24" gateway "10.1.1.1" }
                provider lxc { credentials testbed  host one of small at "198.18.255.11"  host two of small at "198.18.255.12" } }
            }
            """)).infrastructures().get(0);

    @TempDir
    Path data;

    @Test
    void hostsThatAreNamedDoNotAnswerUntilTheyAreNamedNoMore() throws Exception {
        SimulatedAdapter adapter = SimulatedAdapter.open(PAIR, SimulatedScript.prompt(1), Clock.systemUTC());
        Path file = data.resolve("simulated-outages.txt");
        adapter.beforeCall(new SimulatedAdapters.SimulatedOutages(file, adapter.mishaps())::look);
        Host one = PAIR.host("one");
        Host two = PAIR.host("two");
        assertThat(adapter.observe(one)).isEmpty();
        Files.writeString(file, "one\n");
        assertThatThrownBy(() -> adapter.observe(one)).isInstanceOf(AdapterFault.class);
        assertThatThrownBy(() -> adapter.observe(one)).isInstanceOf(AdapterFault.class);
        assertThat(adapter.observe(two)).isEmpty();
        Files.delete(file);
        assertThat(adapter.observe(one)).isEmpty();
    }
}
