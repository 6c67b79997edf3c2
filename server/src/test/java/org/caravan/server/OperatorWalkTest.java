package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a new operator sees on the way from an empty server to an application that runs; -Dpictures.update=true keeps it for
 * docs/operating.md.
 */
@Tag("real")
class OperatorWalkTest {

    private static final Path KEPT = Path.of("../docs/operating");
    private static final long LARGEST = 150_000;

    @TempDir
    Path data;

    @TempDir
    Path profile;

    @Test
    void fromAnEmptyServerToARunningApplication() throws Exception {
        assumeFalse(Browser.missing(), "SKIPPED: chromium is not installed");
        Process server = Server.process(data);
        try (Browser browser = new Browser(profile, 1240, 700)) {
            Client client = KillTest.client(server, data);
            browser.open(client.base + "/login");
            picture(browser, "1-login", "document.querySelector('#token') !== null");
            browser.run("document.querySelector('#token').value = '" + client.token + "'; document.querySelector('form').requestSubmit()");
            picture(browser, "2-empty", shown("applications"));

            client.put("infrastructure", Server.files("sites.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            browser.open(client.base + "/#/network");
            picture(browser, "3-network", shown("network")
                    + " && document.querySelectorAll('.drawn .site').length === 8 && "
                    + "document.querySelector('.land')?.getAttribute('d')?.length > 5000");

            client.put("applications/sock-shop/model", Server.files("shop.caravan"));
            client.await("decisions?rule=model-planned", found -> !found.isEmpty());
            browser.open(client.base + "/#/plan/sock-shop");
            String approve = "[...document.querySelectorAll('button.primary')].find((one) => one.textContent === 'Approve and deploy')";
            picture(browser, "4-plan", shown("plan") + " && " + approve + " !== undefined");
            browser.run(approve + ".click()");
            browser.awaitTrue("location.hash === '#/progress/sock-shop'");
            client.await("applications/sock-shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
            picture(browser, "5-progress", shown("progress")
                    + " && document.querySelector('#view .tag.good') !== null && document.querySelector('.notice') === null");
            browser.open(client.base + "/#/placement/sock-shop");
            picture(browser, "6-runs", shown("placement") + " && document.querySelectorAll('.instance .tag.good').length > 6");
            browser.open(client.base + "/#/applications");
            picture(browser, "7-applications", shown("applications") + " && document.querySelector('#view tbody') !== null");
            everyDay(browser, client);
            assertThat(browser.faults()).as("but that there is none yet, at first").allMatch(fault -> fault.contains("status of 404"));
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    /** What is looked at once something runs. */
    private static void everyDay(Browser browser, Client client) throws IOException {
        browser.open(client.base + "/#/nodes");
        picture(browser, "8-nodes", shown("nodes") + " && document.querySelectorAll('.nodes-card .tag.good').length === 6");
        browser.open(client.base + "/#/adaptation");
        picture(browser, "9-adaptation", shown("adaptation") + " && document.querySelector('#view tbody') !== null");
        browser.open(client.base + "/editor/index.html#sock-shop");
        String coloured =
                "[...document.querySelectorAll('.view-line span')].some((one) => one.textContent.trim() === 'frontend' && "
                + "getComputedStyle(one).color === 'rgb(21, 101, 192)')";
        browser.awaitTrue("document.querySelector('#live.on') !== null && " + coloured);
        browser.run("document.querySelector('#show-picture').click()");
        picture(browser, "10-editor", "document.querySelector('#picture img').naturalWidth > 100");
        browser.open(client.base + "/#/audit");
        picture(browser, "11-audit", shown("audit") + " && document.querySelectorAll('#view tbody tr').length > 4");
        browser.dark(true);
        browser.open(client.base + "/#/plan/sock-shop");
        picture(browser, "12-dark", shown("plan") + " && document.querySelector('.head .tag.good')?.textContent === 'in force'");
        browser.dark(false);
    }

    private static String shown(String page) {
        return "document.querySelector('#view')?.dataset.shown === '" + page + "' && document.querySelector('#live.on') !== null";
    }

    private static void picture(Browser browser, String name, String when) throws IOException {
        browser.awaitTrue(when);
        Path picture = Files.createDirectories(Path.of("target/walk")).resolve(name + ".png");
        browser.view(picture);
        assertThat(Files.size(picture)).as("bytes of " + name).isBetween(1_000L, LARGEST);
        if (Boolean.getBoolean("pictures.update")) {
            Files.copy(picture, Files.createDirectories(KEPT).resolve(name + ".png"), StandardCopyOption.REPLACE_EXISTING);
        }
        assertThat(KEPT.resolve(name + ".png")).as("the picture that docs/operating.md shows").exists();
    }
}
