package org.caravan.server.network.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.CategoryChart;
import org.w3c.dom.Document;

class NetworkChartTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void drawsWhatWasMeasuredAndNamesBothSides() throws Exception {
        List<PathFigures> paths = List.of(
                path("Uninett", IpFamily.IPV4, 1.8, PathStatistic.Origin.MEASURED),
                path("Uninett", IpFamily.IPV6, 20.4, PathStatistic.Origin.MEASURED),
                path("Kvantel", IpFamily.IPV6, 6.5, PathStatistic.Origin.MEASURED),
                path("Guessed", IpFamily.IPV4, 90, PathStatistic.Origin.ESTIMATED));

        CategoryChart chart = NetworkChart.chart("hainan", "simula", NetworkChart.Shown.THROUGHPUT, paths).orElseThrow();
        assertThat(chart.getSeriesMap()).containsOnlyKeys("to Kvantel", "to Uninett");
        assertThat(List.copyOf(chart.getSeriesMap().get("to Uninett").getXData())).hasToString("[CERNET IPv4, CERNET IPv6]");
        assertThat(List.copyOf(chart.getSeriesMap().get("to Uninett").getYData())).hasToString("[1.8, 20.4]");
        assertThat(List.copyOf(chart.getSeriesMap().get("to Kvantel").getYData())).hasToString("[0.0, 6.5]");

        String svg = NetworkChart.svg("hainan", "simula", NetworkChart.Shown.THROUGHPUT, paths).orElseThrow();
        Document document = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.replaceFirst("(?s)<!DOCTYPE.*?>", "").getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(svg).contains("<title", "hainan to simula, Payload throughput [Mbit/s]");
        Files.writeString(Path.of("target", "chart.svg"), svg);
    }

    @Test
    void hasNothingToDrawWhereNothingWasMeasured() {
        assertThat(NetworkChart.svg("hainan", "simula", NetworkChart.Shown.THROUGHPUT,
                List.of(path("Guessed", IpFamily.IPV4, 90, PathStatistic.Origin.ESTIMATED)))).isEmpty();
    }

    private static PathFigures path(String toIsp, IpFamily family, double mbps, PathStatistic.Origin origin) {
        PathStatistic throughput = new PathStatistic(mbps * 1e6, 1e5, mbps * 1e6, mbps * 1e6, 16, NOON, origin);
        PathStatistic rtt = new PathStatistic(200, 1, 200, 210, 16, NOON, PathStatistic.Origin.MEASURED);
        return new PathFigures(new PathId(new AccessPoint("hainan", "CERNET", family), new AccessPoint("simula", toIsp, family)), rtt,
                Optional.empty(), Optional.of(throughput), 0);
    }
}
