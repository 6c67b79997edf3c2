package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The console's page of the network, as a browser shows it. */
@Tag("real")
class ConsoleTest {

    /** Mercator, as the map is drawn: from two sites that stand alone where every other one belongs. */
    private static final String DISTANCES = """
            (async () => {
              const sites = (await (await fetch('/api/v1/infrastructure')).json()).sites;
              const mercator = (site) => [site.longitude, -Math.log(Math.tan(Math.PI / 4 + site.latitude * Math.PI / 360)) * 180 / Math.PI];
              const mark = (id) => document.querySelector(`[data-site="${id}"]`).getAttribute('transform').match(/-?[0-9.]+/g).map(Number);
              const place = (id) => mercator(sites.find((site) => site.id === id));
              const [a, b] = ['ohio', 'narvik'];
              const scale = [0, 1].map((axis) => (mark(b)[axis] - mark(a)[axis]) / (place(b)[axis] - place(a)[axis]));
              return sites.map((site) => Math.hypot(...[0, 1].map((axis) =>
                mark(site.id)[axis] - mark(a)[axis] - (place(site.id)[axis] - place(a)[axis]) * scale[axis])));
            })()""";

    /** Of each site on the map what a pointer in its middle meets first, and whether there is land below. */
    private static final String ON_TOP = """
            (() => {
              document.querySelectorAll('.land').forEach((land) => { land.style.pointerEvents = 'auto'; });
              const box = document.querySelector('.map').getBoundingClientRect();
              const seen = [...document.querySelectorAll('.drawn .site .halo')].map((halo) => halo.getBoundingClientRect())
                .map((mark) => [mark.left + mark.width / 2, mark.top + mark.height / 2])
                .filter(([x, y]) => x > box.left + 50 && x < box.right && y > box.top && y < box.bottom && y < innerHeight)
                .map(([x, y]) => document.elementsFromPoint(x, y))
                .map((found) => `${found[0].closest('.site') ? 'site' : found[0].className.baseVal ?? found[0].className} over \
            ${found.some((one) => one.matches('.land')) ? 'land' : 'sea'}`);
              document.querySelectorAll('.land').forEach((land) => { land.style.pointerEvents = ''; });
              return seen;
            })()""";

    /** Answers about applications wait until somebody lets them go. */
    private static final String SLOW_APPLICATIONS = """
            const ask = window.fetch;
            const held = new Promise((kept) => { window.letGo = kept; });
            window.fetch = async (path, how) => { if (path === '/api/v1/applications') await held; return ask(path, how); };""";

    @TempDir
    Path data;

    @TempDir
    Path profile;

    @Test
    void theNetworkIsShownAsItWasMeasured() throws Exception {
        assumeFalse(Browser.missing(), "SKIPPED: chromium is not installed");
        Process server = Server.process(data);
        try (Browser browser = new Browser(profile, 1400, 1100)) {
            Client client = KillTest.client(server, data);
            client.put("infrastructure", Server.files("sites.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));

            browser.open(client.base + "/login?token=" + client.token);
            browser.awaitTrue(
                    "document.querySelector('#view h1')?.textContent === 'Applications' "
                    + "|| document.querySelector('#view .empty') !== null");
            whoGoesOnBeforeAllIsThereGetsThere(browser, client.base);
            browser.awaitTrue(
                    "document.querySelectorAll('.drawn .site').length === 8 && document.querySelector('.land')?.getAttribute('d')?.length "
                    + "> 5000");
            landLiesBelowAllElse(browser);
            sitesAreWhereTheyAre(browser);
            everyIspHasItsRows(browser);
            aPairHasLinesWithBands(browser);
            browser.picture(Files.createDirectories(Path.of("target")).resolve("console-network.png"));

            assertThat(browser.run("performance.getEntriesByType('resource').every((one) => one.name.startsWith(location.origin))")
                    .asBoolean())
                    .as("nothing comes from elsewhere").isTrue();
            assertThat(browser.faults()).isEmpty();
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private static void whoGoesOnBeforeAllIsThereGetsThere(Browser browser, URI server) {
        browser.first(SLOW_APPLICATIONS);
        browser.open("about:blank");
        browser.open(server + "/#/audit");
        browser.awaitTrue("document.querySelector('#view[data-shown=audit]') !== null");
        browser.run("location.hash = '#/network'");
        browser.run("letGo()");
    }

    /**
     * Land comes after sites and lines are drawn: what lies on top is what would be hit, if land could be. As loaded, and after a zoom,
     * when both are drawn again.
     */
    private static void landLiesBelowAllElse(Browser browser) {
        for (String zoom : List.of("", "out", "in")) {
            browser.run("document.querySelector('.leaflet-control-zoom-" + zoom + "')?.click()");
            // A zoom begins with the next frame and takes some: sites are hidden meanwhile.
            await("what is seen at each site, zoomed: " + zoom).untilAsserted(() -> assertThat(browser.run(ON_TOP)).hasSizeGreaterThan(4)
                    .allSatisfy(seen -> assertThat(seen.asString()).isIn("site over land", "site over sea"))
                    .anySatisfy(seen -> assertThat(seen.asString()).isEqualTo("site over land")));
        }
        browser.run("document.querySelector('.map [title=\"Show all sites\"]').click()");
        browser.awaitTrue("document.querySelectorAll('.site-name').length === 8");
    }

    private static void sitesAreWhereTheyAre(Browser browser) {
        JsonNode distances = browser.run(DISTANCES);
        assertThat(distances).hasSize(8);
        distances.forEach(distance -> assertThat(distance.asDouble()).as("pixels from its place: " + distances).isLessThan(25));
        assertThat(browser.run("""
                import('/console/network/marks.js').then(({ placed }) => Math.max(...placed(
                  Array.from({ length: 40 }, (_, i) => ({ id: `s${i}` })), () => ({ x: 100, y: 100 }))\
                .map((mark) => Math.hypot(mark.x - 100, mark.y - 100))))""")
                .asDouble()).as("however many sites are in one place").isBetween(10.0, 24.1);
        assertThat(browser.run("document.querySelectorAll('.site-name').length").asInt()).isEqualTo(8);
    }

    private static void everyIspHasItsRows(Browser browser) {
        browser.run("document.querySelector('input[name=rows][value=points]').click()");
        browser.awaitTrue("document.querySelectorAll('.matrix tbody tr').length === 26");
        browser.run("document.querySelector('input[name=family][value=ipv6]').click()");
        browser.awaitTrue("document.querySelectorAll('.matrix tbody tr').length < 12");
        browser.run("document.querySelector('input[name=family][value=any]').click(); "
                + "document.querySelector('input[name=rows][value=sites]').click()");
        browser.awaitTrue("document.querySelectorAll('.matrix tbody tr').length === 8");
    }

    private static void aPairHasLinesWithBands(Browser browser) {
        browser.run("[...document.querySelectorAll('.matrix td[role]')].find((cell) => cell.title.startsWith('bergen to "
                + "users-bergen')).click()");
        browser.awaitTrue("(window.Chart?.getChart(document.querySelector('.timelines canvas'))?.data.datasets.length ?? 0) > 0");
        JsonNode sets =
                browser.run(
                "window.Chart?.getChart(document.querySelector('.timelines canvas')).data.datasets.map((set) => [set.label, "
                + "set.data.map((point) => point.y)])");
        assertThat(sets).as("lower, upper and mean of each path").hasSize(12);
        for (int i = 0; i < sets.size(); i += 3) {
            double low = sets.get(i).get(1).get(0).asDouble();
            double high = sets.get(i + 1).get(1).get(0).asDouble();
            double mean = sets.get(i + 2).get(1).get(0).asDouble();
            assertThat(mean).as(sets.get(i).get(0).asString()).isBetween(low, high);
            assertThat(high).isGreaterThan(low);
        }
        assertThat(browser.run("document.querySelectorAll('section[aria-label^=\"Paths from\"] tbody tr').length").asInt()).isEqualTo(4);
    }
}
