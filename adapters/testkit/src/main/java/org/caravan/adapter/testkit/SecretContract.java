package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.adapter.testkit.ContractCopies.assertFault;
import static org.caravan.adapter.testkit.ContractCopies.faultOf;
import static org.caravan.adapter.testkit.ContractCopies.id;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.SecretValue;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.application.SecretUse;
import org.junit.jupiter.api.Test;

/** Contract test for secrets: files in the memory of a copy's host, available before the copy starts. */
abstract class SecretContract extends ScriptContract {

    private static final SecretUse TOKEN = new SecretUse("token", "shop-token", 0);

    private static List<SuppliedSecret> token(String version, String value) {
        return List.of(new SuppliedSecret(TOKEN, version, new SecretValue(value.getBytes(StandardCharsets.UTF_8))));
    }

    private CopySpec specWithToken() {
        CopySpec plain = spec(201);
        return plain.withSecrets(List.of(TOKEN));
    }

    private boolean suppliesSecrets() {
        return adapter.capabilities().contains(Capability.SECRETS);
    }

    @Test
    void secretsAreThereFromTheStartAndChangeWithoutANewOne() {
        assumeTrue(suppliesSecrets(), () -> "adapter " + adapter.provider() + " does not declare SECRETS");
        String first = "it's \"quoted\" $HOME\nand two lines";
        adapter.supply(host, id("web", 1), token("v1", first));
        copies.ensure(id("web", 1), specWithToken());
        assertThat(ground.secretOf(id("web", 1), "token")).contains(first);
        assertThat(copies.observed(id("web", 1)).secrets()).isEqualTo(Map.of("token", "v1"));
        String start = ground.startMark(id("web", 1));

        adapter.supply(host, id("web", 1), token("v2", "second"));
        adapter.supply(host, id("web", 1), token("v2", "second"));
        copies.ensure(id("web", 1), specWithToken());
        assertThat(ground.secretOf(id("web", 1), "token")).contains("second");
        assertThat(copies.observed(id("web", 1)).secrets()).isEqualTo(Map.of("token", "v2"));
        assertThat(ground.startMark(id("web", 1))).isEqualTo(start);
    }

    @Test
    void secretsOutliveACrashAndEndWithTheCopy() {
        assumeTrue(suppliesSecrets(), () -> "adapter " + adapter.provider() + " does not declare SECRETS");
        adapter.supply(host, id("web", 1), token("v1", "kept"));
        copies.ensure(id("web", 1), specWithToken());
        ground.crash(id("web", 1));
        copies.ensure(id("web", 1), specWithToken());
        assertThat(ground.secretOf(id("web", 1), "token")).contains("kept");
        adapter.destroy(host, id("web", 1));
        assertThat(ground.remainsOf(id("web", 1))).isEmpty();
        AdapterFault fault = faultOf(() -> copies.ensure(id("web", 1), specWithToken()));
        assertFault(fault, AdapterFault.Kind.FAILED, "secret", "contract.web.1.1");
    }

    @Test
    void whatWasSuppliedAndNeverMadeIsSeenAndCanBeRemoved() {
        assumeTrue(suppliesSecrets(), () -> "adapter " + adapter.provider() + " does not declare SECRETS");
        adapter.supply(host, id("web", 1), token("v1", "left"));
        assertThat(copies.observed(id("web", 1)).state()).isEqualTo(ObservedCopy.State.STOPPED);
        assertThat(copies.observed(id("web", 1)).secrets()).isEqualTo(Map.of("token", "v1"));
        adapter.destroy(host, id("web", 1));
        assertThat(adapter.observe(host)).noneMatch(copy -> copy.id().equals(id("web", 1)));
    }

    @Test
    void refusesSecretsInWordsWhereItDoesNotSupplyThem() {
        assumeFalse(suppliesSecrets(), () -> "adapter " + adapter.provider() + " declares SECRETS");
        assertFault(faultOf(() -> adapter.supply(host, id("web", 1), token("v1", "x"))), AdapterFault.Kind.UNSUPPORTED,
                adapter.provider());
    }
}
