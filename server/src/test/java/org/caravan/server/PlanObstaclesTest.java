package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What a plan says before it is approved: secrets that are not set, and whose application it would replace. */
class PlanObstaclesTest {

    @TempDir
    static Path data;

    private static Server server;
    private static Client owner;
    private static Client ann;
    private static Client bob;

    @BeforeAll
    static void start() throws Exception {
        server = Server.start(data);
        owner = server.client;
        owner.put("infrastructure", Server.files("field-faults/city.caravan"));
        String run = owner.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
        owner.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
        ann = deployer("ann");
        bob = deployer("bob");
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static Client deployer(String name) {
        JsonNode made = owner.expect(201, "POST", "tokens", "{\"name\":\"" + name + "\",\"role\":\"deployer\",\"days\":1}");
        return new Client(owner.base.getPort(), made.path("token").asString());
    }

    private JsonNode planned(Client by, String application, String file) {
        String text = Server.text("field-faults/" + file).replaceFirst("application \\w+", "application " + application);
        by.put("applications/" + application + "/model", Json.write(Map.of("files", Map.of(file, text))));
        return by.expect(200, "POST", "applications/" + application + "/plans", null);
    }

    private JsonNode approval(Client by, int status, String application, JsonNode plan, String body) {
        return by.expect(status, "POST", "applications/" + application + "/plans/" + plan.path("id").asString() + "/approval", body);
    }

    private void deploy(Client by, String application, JsonNode plan, String body) {
        approval(by, 202, application, plan, body);
        by.await("applications/" + application + "/deployments/latest", run -> run.path("state").asString().equals("DONE"));
    }

    private static List<String> codes(JsonNode plan) {
        return plan.path("remarks").findValuesAsString("code");
    }

    @Test
    void aSecretThatIsNotSetIsSaidByPlanAndApprovalUntilItIsSet() {
        JsonNode plan = planned(ann, "sec", "sec.caravan");
        assertThat(codes(plan)).startsWith("secret-not-set");
        JsonNode refused = approval(ann, 409, "sec", plan, null);
        assertThat(refused.path("code").asString()).isEqualTo("secret-not-set");
        assertThat(refused.toString()).contains("never-set", "caravan secret set never-set");
        owner.expect(200, "PUT", "secrets/never-set", "{\"value\":\"x\"}");
        assertThat(codes(ann.get("applications/sec/plans/latest"))).as("the same plan, later").doesNotContain("secret-not-set");
        deploy(ann, "sec", plan, null);
    }

    @Test
    void anApplicationOfSomebodyElseIsReplacedWithConsentOnly() {
        JsonNode first = planned(ann, "shared", "ann.caravan");
        assertThat(first.path("handedOverBy").asString()).isEqualTo("ann");
        assertThat(first.has("takesOver")).isFalse();
        deploy(ann, "shared", first, null);

        JsonNode taking = planned(bob, "shared", "bob.caravan");
        assertThat(taking.path("takesOver").path("from").asString()).isEqualTo("ann");
        assertThat(taking.path("takesOver").path("components").valueStream().map(JsonNode::asString)).containsExactly("web");
        assertThat(taking.path("takesOver").path("text").asString())
                .isEqualTo("The application (shared) runs already: ann submitted it, with 2 instances. "
                        + "All its components are removed: web.");
        for (String body : Stream.of("{}", "{\"takeOver\":false}", "").toList()) {
            JsonNode refused = approval(bob, 409, "shared", taking, body.isEmpty() ? null : body);
            assertThat(refused.path("code").asString()).isEqualTo("takes-over");
            assertThat(refused.toString()).contains("ann submitted it", "--take-over");
        }
        assertThat(ann.get("applications/shared").path("instances").findValuesAsString("instance")).containsExactly("web:1", "web:2");
        deploy(bob, "shared", taking, "{\"takeOver\":true}");
        assertThat(bob.get("applications/shared").path("instances").findValuesAsString("instance")).containsExactly("api:1", "api:2");

        JsonNode back = planned(ann, "shared", "ann.caravan");
        assertThat(back.path("takesOver").path("from").asString()).as("now it is bob's").isEqualTo("bob");
    }

    /** Same components, another person; then the same person again, who needs no consent. */
    @Test
    @Tag("long")
    void anotherVersionBySomebodyElseTakesConsentOnce() {
        deploy(ann, "scale", planned(ann, "scale", "scale.caravan"), null);
        JsonNode taking = planned(bob, "scale", "scale2.caravan");
        assertThat(taking.path("takesOver").path("text").asString())
                .isEqualTo("The application (scale) runs already: ann submitted it, with 2 instances. All of its components stay.");
        deploy(bob, "scale", taking, "{\"takeOver\":true}");
        JsonNode own = planned(bob, "scale", "scale.caravan");
        assertThat(own.has("takesOver")).isFalse();
        deploy(bob, "scale", own, null);
    }

    /** Before, a rollback to the time before a take-over removed the copies of the other person without a word. */
    @Test
    @Tag("long")
    void aRollbackToTheTimeBeforeATakeOverTakesConsentToo() {
        deploy(ann, "returned", planned(ann, "returned", "ann.caravan"), null);
        deploy(ann, "returned", planned(ann, "returned", "one.caravan"), null);
        JsonNode own = ann.expect(200, "POST", "applications/returned/rollback", "{}");
        assertThat(own.path("handedOverBy").asString()).isEqualTo("ann");
        assertThat(own.has("takesOver")).as("both are ann's, with the same component").isFalse();
        deploy(bob, "returned", planned(bob, "returned", "bob.caravan"), "{\"takeOver\":true}");

        JsonNode back = ann.expect(200, "POST", "applications/returned/rollback", "{}");
        assertThat(back.path("takesOver").path("from").asString()).isEqualTo("bob");
        assertThat(approval(ann, 409, "returned", back, "{}").path("code").asString()).isEqualTo("takes-over");
        deploy(ann, "returned", back, "{\"takeOver\":true}");
        assertThat(planned(bob, "returned", "bob.caravan").path("takesOver").path("from").asString()).as("ann's again").isEqualTo("ann");
    }

    /** Consent is asked for when a plan is approved, also for one that was made before the other person deployed. */
    @Test
    @Tag("long")
    void aPlanFromBeforeTheDeploymentOfAnotherIsOutOfDate() {
        JsonNode early = planned(ann, "early", "ann.caravan");
        deploy(bob, "early", planned(bob, "early", "bob.caravan"), null);
        String path = "applications/early/plans/" + early.path("id").asString() + "/approval";
        HttpResponse<String> answer = ann.send(ann.request(path, "POST", "{}")
                .header("Authorization", "Bearer " + ann.token));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        assertThat(bob.get("applications/early").path("instances").findValuesAsString("instance")).containsExactly("api:1", "api:2");
    }

    /** More components, another image, one component of two: whatever stays, it is somebody else's. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "wider|component web {|component more { form container { image \"y/m\"  cpu 0.1  memory 64 MiB } } component web {|"
                + "All of its components stay.",
        "swapped|x/web|evil/web|All of its components stay.",
        "fewer|replicas 2|replicas 1|All of its components stay.",
        "silent|minimise cost|minimise cost  minimise power|All of its components stay."})
    void whateverStaysAnotherPersonNeedsConsent(String application, String found, String replacement, String said) {
        deploy(ann, application, planned(ann, application, "ann.caravan"), null);
        String text = Server.text("field-faults/ann.caravan").replaceFirst("application \\w+", "application " + application)
                .replace(found, replacement);
        bob.put("applications/" + application + "/model", Json.write(Map.of("files", Map.of("other.caravan", text))));
        JsonNode plan = bob.expect(200, "POST", "applications/" + application + "/plans", null);
        assertThat(plan.path("takesOver").path("text").asString()).contains("ann submitted it, with 2 instances.", said);
        if (plan.path("changes").asBoolean()) {
            assertThat(approval(bob, 409, application, plan, "{}").path("code").asString()).isEqualTo("takes-over");
        }
    }

    /** Who deploys for another, as when a node is drained, takes nothing over. */
    @Test
    @Tag("long")
    void whoPlansTheModelOfAnotherTakesNothingOver() {
        deploy(ann, "dr", planned(ann, "dr", "dr.caravan"), null);
        String host = ann.get("applications/dr").path("instances").path(0).path("hostId").asString();
        JsonNode moved = owner.expect(200, "POST", "applications/dr/plans", "{\"without\":[\"" + host + "\"]}");
        assertThat(moved.path("changes").asBoolean()).isTrue();
        assertThat(moved.has("takesOver")).isFalse();
        deploy(owner, "dr", moved, null);
    }

    /** One person, two projects that chose one name. */
    @Test
    @Tag("long")
    void aModelWithoutAnyOfItsComponentsTakesConsentOfTheSamePersonToo() {
        deploy(ann, "projects", planned(ann, "projects", "ann.caravan"), null);
        JsonNode other = planned(ann, "projects", "bob.caravan");
        assertThat(other.path("takesOver").path("text").asString()).contains("All its components are removed: web.");
        approval(ann, 409, "projects", other, null);
    }

    /** What was destroyed has no owner any more. */
    @Test
    @Tag("long")
    void aDestroyedApplicationIsTakenOverByNobody() {
        deploy(ann, "destroyed", planned(ann, "destroyed", "ann.caravan"), null);
        ann.expect(202, "DELETE", "applications/destroyed", null);
        ann.await("applications/destroyed", seen -> seen.path("state").asString().equals("DESTROYED"));
        JsonNode plan = planned(bob, "destroyed", "bob.caravan");
        assertThat(plan.has("takesOver")).isFalse();
        deploy(bob, "destroyed", plan, null);
    }

    @Test
    void aConsentThatIsNoBooleanIsRefused() {
        JsonNode plan = planned(ann, "one", "one.caravan");
        HttpResponse<String> answer = ann.send(ann.request("applications/one/plans/" + plan.path("id").asString() + "/approval", "POST",
                "{\"takeOver\":\"perhaps\"}")
                .header("Authorization", "Bearer " + ann.token));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(Json.mapper().readTree(answer.body()).has("code")).isTrue();
    }
}
