package org.caravan.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.infrastructure.IpFamily;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.ClientSubnetOption;
import org.xbill.DNS.Message;
import org.xbill.DNS.OPTRecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/**
 * Queries per second that one thread of the name server answers, without the sockets: with counting by subnet, and with the subnets of
 * hostile clients beyond the limit. Prints; the only assertion is that every query is counted, because speed depends on the machine.
 */
@Tag("real")
class NameServerRateTest {

    private static final int QUERIES = 60_000;
    private static final int ROUNDS = 7;
    private static final int SUBNETS = 65_536;

    @Test
    void queriesPerSecondWithAndWithoutManySubnets() throws Exception {
        UsersLookup lookup = (application, address) -> address.startsWith("10.7.88.")
                ? Optional.of(new UsersLookup.Match("bergen", 24)) : Optional.empty();
        Zone zone = Zone.empty().with("sock-shop", List.of(OnLoopback.entry("bergen", "frontend", IpFamily.IPV4, "10.1.2.100")));
        byte[][] known = {query("10.7.88.0")};
        byte[][] hostile = new byte[SUBNETS][];
        for (int i = 0; i < SUBNETS; i++) {
            hostile[i] = query("11." + (i >> 8) + "." + (i & 255) + ".0");
        }
        double[] usual = new double[ROUNDS];
        double[] attacked = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            usual[round] = rate(zone, lookup, known);
            attacked[round] = rate(zone, lookup, hostile);
        }
        double counting = counting();
        Arrays.sort(usual);
        Arrays.sort(attacked);
        System.out.printf(Locale.ROOT, "name server, one thread: %.0f queries/s of one subnet, %.0f of %d subnets (medians of %d); "
                + "counting alone %.0f ns per query; load %.1f%n", usual[ROUNDS / 2], attacked[ROUNDS / 2], SUBNETS, ROUNDS, counting,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private static double rate(Zone zone, UsersLookup lookup, byte[][] queries) throws Exception {
        LookUps lookUps = new LookUps();
        Answerer answerer = new Answerer(() -> zone, lookup, lookUps);
        InetAddress client = Inet4Address.getByName("127.0.0.1");
        long begun = System.nanoTime();
        for (int i = 0; i < QUERIES; i++) {
            assertThat(answerer.answer(queries[i % queries.length], client, false).isPresent()).isTrue();
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        assertThat(lookUps.totals().stream().mapToLong(LookUps.Total::queries).sum()).isEqualTo(QUERIES);
        return QUERIES / seconds;
    }

    /** The part that is new, in ns. */
    private static double counting() {
        LookUps lookUps = new LookUps();
        byte[] address = {11, 0, 0, 0};
        long begun = 0;
        for (int i = -QUERIES; i < 10 * QUERIES; i++) {
            begun = i == 0 ? System.nanoTime() : begun;
            address[1] = (byte) (i >> 8);
            address[2] = (byte) i;
            lookUps.counted("sock-shop", "frontend", "bergen", address);
        }
        double taken = System.nanoTime() - begun;
        assertThat(lookUps.totals().get(0).queries()).isEqualTo(11L * QUERIES);
        return taken / (10 * QUERIES);
    }

    private static byte[] query(String subnet) throws Exception {
        Message query = Dig.query(OnLoopback.FRONTEND, Type.A);
        query.addRecord(new OPTRecord(1232, 0, 0, 0, List.of(new ClientSubnetOption(24, InetAddress.getByName(subnet)))),
                Section.ADDITIONAL);
        return query.toWire();
    }
}
