package org.caravan.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Test;

class CreditAllocatorTest {

    private static final double LINE = 94;
    private static final double[] NONE = {};

    /** Figures 7 to 11 of the paper on a line with 94 Mbit/s of payload, computed by water-filling. */
    @Test
    void theCasesOfThePaper() {
        assertCredits(shares(1, 1, 1), NONE, NONE, 31.3, 31.3, 31.3);
        assertCredits(shares(1, 2, 3), NONE, NONE, 15.7, 31.3, 47.0);
        assertCredits(shares(1, 3, 5), NONE, NONE, 10.4, 31.3, 52.2);
        assertCredits(shares(1, 2, 3, 4, 5), NONE, NONE, 6.3, 12.5, 18.8, 25.1, 31.3);
        assertCredits(shares(1, 2, 3, 4, 5), new double[]{30}, NONE, 30, 9.1, 13.7, 18.3, 22.9);
        assertCredits(shares(1, 2, 3, 4, 5), new double[]{30, 20}, NONE, 30, 20, 11.0, 14.7, 18.3);
        assertCredits(shares(1, 2, 3, 4, 5), new double[]{30, 20, 15}, NONE, 30, 20, 15, 12.9, 16.1);
        assertCredits(shares(1, 2, 3, 4, 5), new double[]{30, 20, 15, 15}, NONE, 30, 20, 15, 15, 14);
        assertCredits(shares(1, 1, 1, 1, 1), NONE, new double[]{10}, 10, 21, 21, 21, 21);
        assertCredits(shares(1, 1, 1, 1, 1), NONE, new double[]{10, 10}, 10, 10, 24.7, 24.7, 24.7);
        assertCredits(shares(1, 1, 1, 1, 1), NONE, new double[]{10, 10, 15}, 10, 10, 15, 29.5, 29.5);
        assertCredits(shares(1, 1, 1, 1, 1), NONE, new double[]{10, 10, 15, 25}, 10, 10, 15, 25, 34.0);
        assertCredits(shares(1, 2, 3), new double[]{30}, NONE, 30, 25.6, 38.4);
        assertCredits(shares(1, 2, 3), new double[]{30}, new double[]{0, 0, 15}, 30, 49, 15);
    }

    @Test
    void maximaLeaveTheRestUnused() {
        assertCredits(shares(1, 1), NONE, new double[]{10, 20}, 10, 20);
    }

    @Test
    void theOrderOfCopiesDoesNotMatter() {
        Random random = new Random(22);
        for (int example = 0; example < 100; example++) {
            List<Claim> claims = generated(random);
            Map<String, Double> credits = byName(claims);
            assertLevel(claims, credits);
            List<Claim> other = new ArrayList<>(claims);
            for (int order = 0; order < 20; order++) {
                Collections.shuffle(other, random);
                byName(other).forEach((name, credit) -> assertThat(credit).isCloseTo(credits.get(name),
                        within(0.005 * credits.get(name) + 1)));
            }
        }
    }

    /** One level explains all credits: who is above level times share is at its minimum, who is below at its maximum. */
    private static void assertLevel(List<Claim> claims, Map<String, Double> credits) {
        double free = claims.stream().filter(claim -> credits.get(claim.name()) > claim.min().value() + 1
                && claim.max().map(max -> credits.get(claim.name()) < max.value() - 1).orElse(true))
                .mapToDouble(claim -> credits.get(claim.name()) / claim.share()).max().orElse(Double.NaN);
        for (Claim claim : Double.isNaN(free) ? List.<Claim>of() : claims) {
            double expected = Math.min(Math.max(free * claim.share(), claim.min().value()),
                    claim.max().map(max -> (double) max.value()).orElse(Double.POSITIVE_INFINITY));
            assertThat(credits.get(claim.name())).as(claim + " of " + claims).isCloseTo(expected, within(2.0));
        }
        double sum = credits.values().stream().mapToDouble(credit -> credit).sum();
        double most = claims.stream().mapToDouble(claim -> claim.max().map(max -> (double) max.value()).orElse(LINE * 1e6)).sum();
        assertThat(sum).isCloseTo(Math.min(LINE * 1e6, most), within(2.0));
    }

    @Test
    void contradictionsAreRefusedWithTheirArithmetic() {
        Claim reversed = new Claim("web:1", 1, BitRate.ofMbps(20), Optional.of(BitRate.ofMbps(10)));
        assertThat(CreditAllocator.contradiction(BitRate.ofMbps(100), List.of(reversed)))
                .contains("web:1 has a minimum of 20.0 Mbit/s, above its maximum of 10.0 Mbit/s.");
        List<Claim> many = List.of(claim("small:1", 1), claim("db:1", 30), claim("web:1", 40));
        assertThat(CreditAllocator.contradiction(BitRate.ofMbps(60), many))
                .contains("40.0 Mbit/s of web:1 + 30.0 Mbit/s of db:1 = 70.0 Mbit/s is above the uplink of 60.0 Mbit/s.");
        assertThatThrownBy(() -> CreditAllocator.credits(BitRate.ofMbps(60), many)).hasMessageContaining("is above the uplink");
        assertThat(CreditAllocator.contradiction(BitRate.ofMbps(71), many)).isEmpty();
        assertThatThrownBy(() -> new Claim("web:1", 0, BitRate.ZERO, Optional.empty())).hasMessageContaining("above 0");
    }

    private static Claim claim(String name, double min) {
        return new Claim(name, 1, BitRate.ofMbps(min), Optional.empty());
    }

    static List<Claim> generated(Random random) {
        int count = 1 + random.nextInt(20);
        List<Claim> claims = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            BitRate min = BitRate.ofMbps(random.nextBoolean() ? 0 : LINE / count * random.nextDouble());
            Optional<BitRate> max = random.nextInt(3) > 0 ? Optional.empty()
                    : Optional.of(BitRate.ofMbps(min.value() / 1e6 + LINE / count * 2 * random.nextDouble() + 0.001));
            claims.add(new Claim("c" + index, 0.5 + random.nextInt(10), min, max));
        }
        return claims;
    }

    private static Map<String, Double> byName(List<Claim> claims) {
        List<Double> credits = CreditAllocator.credits(BitRate.ofMbps(LINE), claims);
        Map<String, Double> named = new HashMap<>();
        IntStream.range(0, claims.size()).forEach(index -> named.put(claims.get(index).name(), credits.get(index)));
        return named;
    }

    private static double[] shares(double... shares) {
        return shares;
    }

    /** A minimum or maximum of 0 is none. */
    private static void assertCredits(double[] shares, double[] minima, double[] maxima, double... expected) {
        List<Claim> claims = new ArrayList<>();
        for (int index = 0; index < shares.length; index++) {
            claims.add(new Claim("C" + (index + 1), shares[index], BitRate.ofMbps(index < minima.length ? minima[index] : 0),
                    index < maxima.length && maxima[index] > 0 ? Optional.of(BitRate.ofMbps(maxima[index])) : Optional.empty()));
        }
        List<Double> credits = CreditAllocator.credits(BitRate.ofMbps(LINE), claims);
        for (int index = 0; index < expected.length; index++) {
            assertThat(credits.get(index) / 1e6).as(claims.get(index).toString()).isCloseTo(expected[index], within(0.051));
        }
    }
}
