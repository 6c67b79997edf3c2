package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long the console's first page takes in a browser on loopback: of a server with ten instances, and of the same with a thousand
 * (simulated); -Dapplications=N for other than a hundred of ten each.
 */
@Tag("slow")
class FirstPageTest {

    private static final int SITES = 10;
    private static final int APPLICATIONS = Integer.getInteger("applications", 100);
    private static final int COMPONENTS = 10;
    private static final int TIMES = 7;

    @TempDir
    Path data;

    @TempDir
    Path profile;

    @Test
    void aThousandInstancesCostLittleMoreThanTen() throws Exception {
        assumeFalse(Browser.missing(), "SKIPPED: chromium is not installed");
        Process server = Server.process(data);
        try (Browser browser = new Browser(profile, 1400, 1100)) {
            Client client = KillTest.client(server, data);
            client.put("infrastructure", files("sites.caravan", sites()));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            browser.open(client.base + "/login?token=" + client.token);
            browser.awaitTrue("document.querySelector('#live.on') !== null");
            deploy(client, 0);
            double few = median(browser, client, 1);
            for (int number = 1; number < APPLICATIONS; number++) {
                deploy(client, number);
            }
            double many = median(browser, client, APPLICATIONS);
            System.out.printf("first page, median of %d: %d instances %.0f ms, %d instances %.0f ms, ratio %.2f%n", TIMES, COMPONENTS, few,
                    APPLICATIONS * COMPONENTS, many, many / few);
            assertThat(client.get("applications").valueStream().mapToInt(one -> one.path("instances").asInt()).sum())
                    .isEqualTo(APPLICATIONS * COMPONENTS);
            assertThat(many / few).as("a hundred times as many").isLessThan(10);
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    /**
     * From the navigation's begin until the view is on the page, in ms; beside it, when anything was painted and what the list took from
     * request to its last byte.
     */
    private static double median(Browser browser, Client client, int rows) {
        double[] shown = new double[TIMES];
        double[] painted = new double[TIMES];
        double[] listed = new double[TIMES];
        for (int time = 0; time < TIMES; time++) {
            browser.open("about:blank");
            browser.awaitTrue("location.href === 'about:blank'");
            browser.open(client.base + "/");
            browser.awaitTrue("document.querySelectorAll('#view tbody tr').length === " + rows
                    + " && performance.getEntriesByName('first-contentful-paint').length === 1");
            shown[time] = browser.run("performance.getEntriesByName('shown')[0].startTime").asDouble();
            painted[time] = browser.run("performance.getEntriesByName('first-contentful-paint')[0].startTime").asDouble();
            listed[time] = browser.run("performance.getEntriesByType('resource').filter(one => one.name.endsWith('/api/v1/applications'))"
                    + ".map(one => one.responseEnd - one.requestStart)[0]").asDouble();
        }
        System.out.printf("%d rows, each in ms: shown %s; first contentful paint %s; list of applications %s; load average %.1f%n", rows,
                rounded(shown), rounded(painted),
                rounded(listed), ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        Arrays.sort(shown);
        return shown[TIMES / 2];
    }

    private static List<Long> rounded(double[] millis) {
        return Arrays.stream(millis).mapToObj(Math::round).toList();
    }

    private static void deploy(Client client, int number) {
        String path = "applications/app-" + number;
        client.put(path + "/model", files("app.caravan", application(number)));
        String plan = client.expect(200, "POST", path + "/plans", null).path("id").asString();
        client.expect(202, "POST", path + "/plans/" + plan + "/approval", null);
        client.await(path + "/deployments/latest", answer -> !answer.path("state").asString().equals("RUNNING"));
    }

    private static String files(String name, String text) {
        return Json.write(Map.of("files", Map.of(name, text)));
    }

    private static String sites() {
        StringBuilder text =
                new StringBuilder(
                "infrastructure wide {\n  host type large { arch amd64  cores 64  memory 64 GiB  disk 500 GiB  price 100 EUR/month }\n");
        for (int site = 0; site < SITES; site++) {
            text.append("""
                      site s%1$d {
                        kind edge  country NO  position %2$d.0 10.0
                        isp Uninett { ipv4 "10.1.%1$d.0/24" gateway "10.1.%1$d.1" }
                        provider lxc { credentials testbed  host h%1$d of large at "198.18.255.1%1$d" }
                      }
                    """.formatted(site, 50 + site));
        }
        return text.append("}\n").toString();
    }

    private static String application(int number) {
        StringBuilder text = new StringBuilder("application app-" + number + " version \"1.0\" {\n");
        for (int component = 0; component < COMPONENTS; component++) {
            text.append(("  component c%1$d { form container { image \"tiny/web\"  cpu 0.05  memory 32 MiB } provides http on %2$d }\n  "
                    + "require c%1$d at s%3$d\n")
                    .formatted(component, 8000 + component, number % SITES));
        }
        return text.append("  minimise cost\n}\n").toString();
    }
}
