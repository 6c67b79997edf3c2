package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What people decide in the console, as a browser shows it: a plan is rejected, a deployment cancelled, a node drained. */
@Tag("real")
class ConsoleWorkTest {

    private static final String PLANS = "applications/sock-shop/plans";
    private static final String DEPLOYMENT = "applications/sock-shop/deployments/1";

    @TempDir
    Path data;

    @TempDir
    Path profile;

    @Test
    void aPlanIsRejectedADeploymentCancelledAndANodeDrained() throws Exception {
        assumeFalse(Browser.missing(), "SKIPPED: chromium is not installed");
        assumeFalse(Accessibility.missing(), "SKIPPED: axe-core is not installed, npm ci in testing/axe");
        Process server = Server.process(data, "--caravan.adaptation.every=0s");
        try (Browser browser = new Browser(profile, 1400, 1100)) {
            Client client = KillTest.client(server, data);
            Accessibility accessibility = new Accessibility();
            client.put("infrastructure", Server.files("sites.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            client.put("applications/sock-shop/model", Server.files("shop.caravan"));
            client.await("decisions?rule=model-planned", found -> !found.isEmpty());

            browser.open(client.base + "/login?token=" + client.token);
            browser.awaitTrue("document.querySelector('#live.on') !== null");
            aPlanIsRejectedAndTheNoTakenBack(browser, client, accessibility);
            aDeploymentIsCancelled(browser, client, accessibility);
            client.expect(202, "POST", "applications/sock-shop/deployments/latest/resumption", null);
            client.await("applications/sock-shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
            nodesShowWhatRunsThere(browser, client);
            aNodeThatDoesNotAnswerSaysWhy(browser, client, accessibility);
            aNodeIsDrainedAndUsedAgain(browser, client, accessibility);
            assertThat(accessibility.found()).isEmpty();
            assertThat(browser.faults()).as("but that no deployment was there, at first, or had failed when it was cancelled")
                    .allMatch(fault -> fault.matches(".*status of 40[49].*"));
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private static String button(String text) {
        return "[...document.querySelectorAll('#view .head button, #view dialog[open] button, #view .rejected button')].filter((one) => "
                + "one.checkVisibility() && one.textContent === '" + text + "').at(-1)";
    }

    private static void aPlanIsRejectedAndTheNoTakenBack(Browser browser, Client client, Accessibility accessibility) {
        browser.open(client.base + "/#/plan/sock-shop");
        browser.awaitTrue(button("Reject") + " !== undefined && " + button("Approve and deploy") + " !== undefined");
        browser.run(button("Reject") + ".click()");
        browser.awaitTrue("document.activeElement.id === 'reason'");
        client.expect(200, "POST", PLANS, null);
        accessibility.check(browser, "rejecting", true);
        browser.run("document.querySelector('#reason').value = 'not before <b>the fair</b>'; " + button("Reject") + ".click()");
        browser.awaitTrue(
                "document.querySelector('.rejected')?.textContent.includes('not before <b>the fair</b>') && document.querySelector('.head "
                + ".tag.bad')?.textContent === 'rejected'");
        assertThat(browser.run(button("Approve and deploy") + " === undefined").asBoolean()).as("nothing to approve any more").isTrue();
        JsonNode plan = client.get(PLANS + "/latest");
        assertThat(plan.path("rejection").path("reason").asString()).isEqualTo("not before <b>the fair</b>");
        browser.run("document.querySelector('#view details.card summary').click()");
        browser.awaitTrue(
                "document.querySelector('#view details.card tbody tr')?.textContent.includes('rejected by owner of the token file')");
        accessibility.check(browser, "rejected plan", true);
        browser.run(button("Take back") + ".click()");
        browser.awaitTrue("document.querySelector('.rejected') === null && " + button("Approve and deploy") + " !== undefined");
        assertThat(client.get(PLANS + "/latest").hasNonNull("rejection")).isFalse();
        browser.awaitTrue("document.querySelector('#view details.card').open "
                + "&& document.querySelector('#view details.card tbody tr')?.textContent.includes('not rejected')");
    }

    /**
     * One that cannot succeed, as all hosts go away once it has begun: each step is tried four times, in which the page has to be quick, so
     * it is begun again until it was.
     */
    private void aDeploymentIsCancelled(Browser browser, Client client, Accessibility accessibility) throws Exception {
        browser.open(client.base + "/#/progress/sock-shop");
        browser.awaitTrue("document.querySelector('#view').dataset.shown === 'progress'");
        pressed(browser, List.of("Cancel"));
        beginsAndFails(client, PLANS + "/latest/approval");
        browser.awaitTrue("document.querySelector('dialog[open]')?.textContent.includes('Cancel deployment 1 of sock-shop')");
        accessibility.check(browser, "cancelling", true);
        browser.run(button("Let it go on") + ".click()");
        assertThat(client.get(DEPLOYMENT).hasNonNull("cancelledBy")).as("who did not confirm it cancelled nothing").isFalse();
        browser.awaitTrue(button("Resume") + " !== undefined && " + button("Cancel") + " === undefined");
        for (int tries = 0; tries < 5 && !client.get(DEPLOYMENT).hasNonNull("cancelledBy"); tries++) {
            pressed(browser, List.of("Cancel", "Cancel the deployment"));
            beginsAndFails(client, DEPLOYMENT + "/resumption");
        }
        browser.awaitTrue("document.querySelector('#view .head').textContent.includes('Cancelled by owner of the token file.') && "
                + button("Cancel") + " === undefined");
        assertThat(client.get(DEPLOYMENT).path("cancelledBy").asString()).isEqualTo("owner of the token file");
        accessibility.check(browser, "cancelled", true);
        browser.run("import('/console/progress/cancelling.js').then((it) => { window.may = ['viewer', 'deployer'].map((role) => "
                + "it.mayCancel({ state: 'RUNNING' }, { role })).join(); })");
        browser.awaitTrue("window.may === 'false,true'");
    }

    private void beginsAndFails(Client client, String wish) throws Exception {
        Path outages = data.resolve("simulated-outages.txt");
        List<String> hosts = client.get("nodes").path("hosts").valueStream().map(host -> host.path("hostId").asString()).toList();
        client.expect(202, "POST", wish, null);
        Files.write(outages, hosts);
        client.await(DEPLOYMENT, answer -> answer.path("state").asString().equals("FAILED"));
        Files.delete(outages);
    }

    /** Buttons one after the other, each as soon as it is there. */
    private static void pressed(Browser browser, List<String> texts) {
        String wanted = texts.stream().map(text -> "() => " + button(text)).collect(Collectors.joining(", ", "[", "]"));
        browser.run("(() => { clearInterval(window.pressing); const wanted = " + wanted + "; window.pressing = setInterval(() => {"
                + " const one = wanted[0]?.(); if (one && !one.disabled) { one.click(); wanted.shift(); } if (!wanted.length) "
                        + "clearInterval(window.pressing); }, 10); })()");
    }

    private static String row(String hostId) {
        return "[...document.querySelectorAll('.nodes-card tbody tr')].find((row) => row.querySelector('strong').textContent === '"
                + hostId + "')";
    }

    private static void nodesShowWhatRunsThere(Browser browser, Client client) {
        browser.open(client.base + "/#/nodes");
        browser.awaitTrue("document.querySelectorAll('.nodes-card tbody .tag.good').length === 6");
        JsonNode placed = client.get("applications/sock-shop").path("instances");
        assertThat(placed).isNotEmpty().allSatisfy(instance -> {
            String text = browser.run(row(instance.path("hostId").asString()) + ".textContent").asString();
            assertThat(text).contains(instance.path("instance").asString(), instance.path("siteId").asString(), "amd64");
        });
        JsonNode node = client.get("nodes").path("hosts").valueStream().filter(one -> one.path("use").path("instances").size() > 1)
                .findFirst().orElseThrow();
        String hostId = node.path("hostId").asString();
        long memory = placed.valueStream().filter(one -> one.path("hostId").asString().equals(hostId))
                .mapToLong(one -> one.path("memoryBytes").asLong()).sum();
        assertThat(node.path("use").path("memory").asLong()).isEqualTo(memory).isPositive();
        assertThat(browser.run(row(hostId) + ".querySelectorAll('meter')[1].value").asLong()).isEqualTo(memory);
        assertThat(browser.run(row(hostId) + ".querySelectorAll('meter')[1].max").asLong()).isEqualTo(node.path("memory").asLong());
    }

    private void aNodeThatDoesNotAnswerSaysWhy(Browser browser, Client client, Accessibility accessibility) throws Exception {
        Files.writeString(data.resolve("simulated-outages.txt"), "pi-narvik-1\n");
        client.await("nodes", nodes -> nodes.path("unobserved").path(0).hasNonNull("seenAt"));
        browser.run(button("Ask again") + ".click()");
        browser.awaitTrue(
                "document.querySelector('.nodes-card tbody tr').textContent.match(/^pi-narvik-1narvikdoes not answer.*UNREACHABLE.*last "
                + "seen \\d+ s ago/) !== null");
        accessibility.check(browser, "nodes, one away", true);
        browser.picture(Files.createDirectories(Path.of("target")).resolve("console-nodes-away.png"));
        browser.run("(() => { const chosen = document.querySelector('[data-held=state]'); chosen.focus(); chosen.value = 'silent'; "
                + "chosen.dispatchEvent(new Event('change')); })()");
        browser.awaitTrue("document.querySelectorAll('.nodes-card tbody tr').length === 1");
        assertThat(browser.run("document.activeElement.dataset.held").asString()).as("the keyboard stays where it was").isEqualTo("state");
        browser.run("(() => { const chosen = document.querySelector('[data-held=state]'); chosen.value = ''; chosen.dispatchEvent(new "
                + "Event('change')); })()");
        Files.delete(data.resolve("simulated-outages.txt"));
    }

    private static void aNodeIsDrainedAndUsedAgain(Browser browser, Client client, Accessibility accessibility) {
        JsonNode payment = client.get("applications/sock-shop").path("instances").valueStream()
                .filter(one -> one.path("instance").asString().equals("payment:1")).findFirst().orElseThrow();
        String hostId = payment.path("hostId").asString();
        browser.run(row(hostId) + ".querySelector('button').click()");
        browser.awaitTrue(row(hostId) + "?.textContent.includes('drained') && " + row(hostId)
                + ".querySelector('a[href=\"#/plan/sock-shop\"]') !== null");
        assertThat(client.get("nodes/" + hostId + "/drain").path("drained").asBoolean()).isTrue();
        accessibility.check(browser, "nodes, one drained", true);
        browser.awaitTrue(row(hostId) + ".querySelector('button').textContent === 'Use again' && !" + row(hostId)
                + ".querySelector('button').disabled");
        browser.run(row(hostId) + ".querySelector('button').click()");
        browser.awaitTrue(row(hostId) + "?.querySelector('button').textContent === 'Drain'");
        assertThat(client.get("nodes/" + hostId + "/drain").path("drained").asBoolean()).isFalse();
    }
}
