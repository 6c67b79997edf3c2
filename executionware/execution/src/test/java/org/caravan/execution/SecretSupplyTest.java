package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.SecretValue;
import org.caravan.application.OnFailure;
import org.caravan.application.SecretUse;
import org.caravan.change.StepKind;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.fleet.SecretSource;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepState;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Secrets on their way: asked for when they are brought, never kept by a run. */
class SecretSupplyTest extends OnBench {

    private static final String PLANTED = "planted-value";

    /** Value by name; a version counts how often it was set. */
    private final Map<String, SecretSource.Secret> secrets = new TreeMap<>();
    private final DeploymentPlan plan = withSecret(first);

    private static DeploymentPlan withSecret(DeploymentPlan plain) {
        List<InstancePlacement> placed = plain.instances().stream().map(placement -> new InstancePlacement(placement.instance(),
                placement.siteId(), placement.hostId(), placement.generation(), placement.addressSlot(),
                placement.generation() == plain.generation() ? withSecret(placement.spec()) : placement.spec())).toList();
        return new DeploymentPlan(plain.application(), plain.applicationVersion(), plain.parentId(), plain.generation(), placed,
                plain.links(), plain.entries());
    }

    private static CopySpec withSecret(CopySpec plain) {
        return plain.withSecrets(List.of(new SecretUse("token", "shop-token", 0)));
    }

    @BeforeEach
    void keepSecrets() {
        bench.deployment.close();
        bench.deployment = new DeploymentService(bench.fleet, bench.store, bench.world, application -> new SecretSource.OfApplication() {
            @Override
            public Optional<String> version(String secretName) {
                return secret(secretName).map(SecretSource.Secret::version);
            }

            @Override
            public Optional<SecretSource.Secret> secret(String secretName) {
                return Optional.ofNullable(secrets.get(secretName));
            }
        }, Bench.POLICY, new FastClock(), ProgressListener.NONE);
    }

    private void set(String version) {
        secrets.put("shop-token", new SecretSource.Secret(version, new SecretValue(PLANTED.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void aPlanWhoseSecretIsNotSetDoesNotBecomeTheTarget() {
        assertThatExceptionOfType(RejectedInput.class).isThrownBy(() -> bench.deployment.start(plan, Optional.empty()))
                .satisfies(refused -> assertThat(refused.diagnostics()).extracting(one -> one.code()).containsExactly("secret-not-set"));
        assertThat(bench.store.target(plan.application())).isEmpty();
    }

    @Test
    void copiesAreSuppliedBeforeTheyAreMadeAndWhenTheSecretChanges() {
        set("v1");
        bench.assertSettled(plan, bench.carryOut(plan));
        assertThat(bench.world.violations).isEmpty();
        set("v2");
        assertThat(bench.deployment.preview(plan).steps()).hasSize(2).allMatch(step -> step.kind() == StepKind.SUPPLY);
        bench.assertSettled(plan, bench.carryOut(plan));
        assertThat(bench.world.secrets.values()).allMatch(versions -> versions.equals(Map.of("token", "v2")));
    }

    /** The secret came, the copy did not: both ways back leave no secret behind. */
    @Test
    void anUndoTakesSecretsAwayThatWereBroughtInVain() {
        set("v1");
        bench.carryOut(first);
        onCall("CREATE", () -> {
            bench.world.hook = (call, before) -> { };
            throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "no");
        });
        DeploymentPlan moved = withSecret(Plans.frontAndDb("host-31", "host-21", Optional.of(first)));
        ExecutionReport report = bench.carryOut(moved, new RunTerms(OnFailure.UNDO, Set.of()));
        assertThat(report.state()).as(report.toString()).isEqualTo(RunState.UNDONE);
        assertThat(report.steps()).anyMatch(step -> step.kind() == StepKind.SUPPLY && step.state() == StepState.UNDONE);
        assertThat(bench.world.secrets).isEmpty();
        bench.assertReal(target());
    }

    /** What is supplied is what is in force now, not what was when the earlier plan was carried out. */
    @Test
    void aRollbackSuppliesTheSecretInForceOrIsRefusedWithoutOne() {
        set("v1");
        bench.carryOut(plan);
        DeploymentPlan without = Plans.frontAndDb("host-12", "host-22", Optional.of(plan));
        bench.assertSettled(without, bench.carryOut(without));
        assertThat(bench.world.secrets).as("gone with their copies").isEmpty();
        DeploymentPlan back = new Rollback(bench.fleet, bench.store).plan(plan.application(), Optional.of("1"), Set.of());
        secrets.clear();
        assertThatExceptionOfType(RejectedInput.class).isThrownBy(() -> bench.deployment.start(back, Optional.empty()))
                .withMessageContaining("needs secret shop-token, which is not set");
        assertThat(target()).isEqualTo(without);
        set("v3");
        bench.assertSettled(back, bench.carryOut(back));
        assertThat(bench.world.secrets.values()).hasSize(2).allMatch(versions -> versions.equals(Map.of("token", "v3")));
    }

    @Test
    void noRunKeepsAValue() throws Exception {
        set("v1");
        ExecutionReport run = bench.carryOut(plan);
        assertThat(run.toString()).contains("SUPPLY").doesNotContain(PLANTED);
        bench.close();
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)).doesNotContain(PLANTED);
            }
        }
    }
}
