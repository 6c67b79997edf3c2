package org.caravan.adapter.testkit;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.infrastructure.IpFamily;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Ground of contracts about bandwidth: on one host, a copy ({@link #WEB}) has bandwidth on an uplink of 20 Mbit/s, and a copy of another
 * organisation ({@link #FLOOD}) has none.
 */
public abstract class UplinkContract {

    static final CopyId WEB = new CopyId("acme", new InstanceId("web", 1), 1);
    static final CopyId FLOOD = new CopyId("other", new InstanceId("flood", 1), 1);
    static final String LINK = "Fibre";
    static final BitRate UPLINK = BitRate.ofMbps(20);
    static final double UNLIMITED = Double.POSITIVE_INFINITY;
    /** A round that counts and is outside its bounds ends the measurement; one in which a program waited for a processor is repeated. */
    private static final int MOST_ROUNDS = 4;
    FilterFixture ground;
    CloudAdapter adapter;
    CopySpec web;
    CopySpec flood;

    protected abstract FilterFixture ground();

    /** Bandwidth of {@link #WEB} when a test begins. */
    abstract LinkBandwidth first();

    @BeforeEach
    final void begin() {
        ground = ground();
        adapter = ground.adapter();
        destroyAll();
        web = ground.spec(211).withBandwidth(List.of(first()));
        flood = ground.spec(212);
        adapter.ensureImage(ground.host(), web.image());
        adapter.ensureImage(ground.host(), flood.image());
        adapter.ensure(ground.host(), FLOOD, flood, List.of());
        adapter.ensure(ground.host(), WEB, web, List.of());
    }

    @AfterEach
    final void end() {
        endTraffic();
        destroyAll();
        adapter.close();
        afterAllAreGone();
    }

    /**
     * What both copies sent or received, and how long the programs of the measurement waited meanwhile.
     *
     * @param rates in Mbit/s of frames
     */
    record Division(Map<CopyId, Double> rates, ProcessorWait.Shares waits) {}

    /**
     * Measures how the node divides a line between the copies. If they fill it together, its division is the node's, however long programs
     * wait: the queue of a class holds more than 0.2 s of its rate. More than a maximum never comes from a wait either.
     *
     * @param full Mbit/s of both copies together from which on the line is full
     * @param most Mbit/s that {@link #WEB} never exceeds; {@link #UNLIMITED} without a maximum
     * @param within bounds of the rates of {@link #WEB} and of {@link #FLOOD}, in Mbit/s
     */
    final MeasuredRounds divided(String what, double full, double most, Supplier<Division> measurement,
            BiPredicate<Double, Double> within) {
        return new MeasuredRounds(adapter.provider() + ": " + what, 1, MOST_ROUNDS).measure(() -> {
            Division found = measurement.get();
            double of = found.rates().get(WEB);
            double rest = found.rates().get(FLOOD);
            return new MeasuredRounds.Round(within.test(of, rest), String.format(Locale.ROOT, "%.2f and %.2f Mbit/s", of, rest),
                    found.waits(), of + rest >= full || of > most);
        });
    }

    void endTraffic() {}

    void afterAllAreGone() {}

    private void destroyAll() {
        adapter.observe(ground.host()).forEach(copy -> adapter.destroy(ground.host(), copy.id()));
    }

    /** @param max in Mbit/s; 0: only the uplink limits */
    static LinkBandwidth link(double min, double max) {
        return new LinkBandwidth(LINK, Optional.of(UPLINK), BitRate.ofMbps(min),
                max > 0 ? Optional.of(BitRate.ofMbps(max)) : Optional.empty(), 1);
    }

    static CopyAddress own(CopySpec spec, IpFamily family) {
        return spec.addresses().stream().filter(address -> address.at().ispId().equals(LINK) && address.at().family() == family)
                .findFirst().orElseThrow();
    }

    final String onHost(String command) {
        return ground.bed().on(ground.host(), command);
    }

    /** Waits for the process that divides the uplink, which begins in the background. @return its id */
    final String shaper() {
        return ground.bed().awaitProcess(ground.host(), "/run/caravan/shaper.pid", "");
    }
}
