package org.caravan.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1500, 1500 B",
        "1024, 1 KiB",
        "1536, 1536 B",
        "100663296, 96 MiB",
        "1073741824, 1 GiB",
        "1125899906842624, 1024 TiB"
    })
    void bytesAreWrittenInTheLargestUnitThatDividesThem(long value, String text) {
        assertThat(new Bytes(value)).hasToString(text);
    }

    @Test
    void bytesNeverOverflowSilently() {
        assertThat(Bytes.ofMebi(96)).isEqualTo(new Bytes(96L * 1024 * 1024));
        assertThatThrownBy(() -> Bytes.ofMebi(Long.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> new Bytes(Long.MAX_VALUE).plus(new Bytes(1))).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void sendingTakesTheAmountOverTheRate() {
        assertThat(BitRate.ofMbps(8).timeFor(new Bytes(1_000_000))).isEqualTo(new Millis(1000));
        assertThat(BitRate.ofMbps(20.44)).hasToString("20.4 Mbit/s");
        assertThatThrownBy(() -> new BitRate(0).timeFor(new Bytes(1))).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @CsvSource({"0.25, 0.25", "1, 1", "0.001, 0.001", "4, 4"})
    void processorSharesAreWrittenInCores(double cores, String text) {
        assertThat(MilliCores.ofCores(cores)).hasToString(text);
    }

    @Test
    void costIsWrittenInEurosWithCents() {
        assertThat(new MonthlyCost(305)).hasToString("3.05 EUR/month");
        assertThat(new MonthlyCost(9200).plus(MonthlyCost.ZERO)).hasToString("92.00 EUR/month");
    }

    @Test
    void ratesAndDurationsAreWrittenWithTheirUnit() {
        assertThat(new RequestRate(20)).hasToString("20 requests/s");
        assertThat(new RequestRate(0.5)).hasToString("0.5 requests/s");
        assertThat(new Millis(31.44).plus(new Millis(1)).times(2)).hasToString("64.9 ms");
    }

    @Test
    void smallerIsLess() {
        assertThat(new Bytes(1)).isLessThan(new Bytes(2));
        assertThat(new MilliCores(1)).isLessThan(new MilliCores(2));
        assertThat(new BitRate(1)).isLessThan(new BitRate(2));
        assertThat(new MonthlyCost(1)).isLessThan(new MonthlyCost(2));
        assertThat(new Millis(1)).isLessThan(new Millis(2));
        assertThat(new RequestRate(1)).isLessThan(new RequestRate(2));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY})
    void durationsAndRatesAreFiniteAndNotNegative(double value) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Millis(value));
        assertThatIllegalArgumentException().isThrownBy(() -> new RequestRate(value));
    }

    @Test
    void countedAmountsAreNotNegative() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Bytes(-1)).withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> new BitRate(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> new MilliCores(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> new MonthlyCost(-1));
    }

    @Test
    void ratesAreToldWithoutWhatIsOnlyRounding() {
        assertThat(new RequestRate(30 * 0.7)).hasToString("21 requests/s");
        assertThat(new RequestRate(0.1)).hasToString("0.1 requests/s");
        assertThat(new RequestRate(0)).hasToString("0 requests/s");
        assertThat(new RequestRate(1_500_000)).hasToString("1500000 requests/s");
    }
}
