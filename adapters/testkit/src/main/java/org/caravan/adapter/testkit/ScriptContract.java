package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.adapter.testkit.ContractCopies.assertFault;
import static org.caravan.adapter.testkit.ContractCopies.faultOf;
import static org.caravan.adapter.testkit.ContractCopies.id;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.ObservedCopy;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.infrastructure.FormKind;
import org.junit.jupiter.api.Test;

/** Contract test for copies that scripts create on a whole machine. */
abstract class ScriptContract extends CommandContract {

    private CopySpec machine() {
        CopySpec plain = spec(201);
        return new CopySpec(FormKind.VM, "debian-12", plain.cpu(), plain.memory(), plain.environment(), plain.endpoints(),
                plain.addresses(), List.of(),
                Optional.empty(), Optional.empty(),
                        Optional.of(new Scripts(Optional.of(Script.command("true")), Script.command("true"), Optional.empty())));
    }

    private boolean runsScripts() {
        return adapter.capabilities().contains(Capability.SCRIPTS);
    }

    @Test
    void aMachineIsMadeByItsScriptsAndLeavesNothing() {
        assumeTrue(runsScripts(), () -> "adapter " + adapter.provider() + " does not declare SCRIPTS");
        adapter.ensure(host, id("machine", 1), machine(), List.of());
        copies.awaitMade(id("machine", 1));
        adapter.ensure(host, id("machine", 1), machine(), List.of());
        assertThat(adapter.whyNotMade(host, id("machine", 1))).isEmpty();
        assertThat(copies.observed(id("machine", 1)).state()).isEqualTo(ObservedCopy.State.RUNNING);
        assertThat(copies.observed(id("machine", 1)).specDigest()).isEqualTo(machine().digest());
        adapter.destroy(host, id("machine", 1));
        assertThat(copies.observed()).isEmpty();
    }

    @Test
    void refusesScriptsInWordsWhereItRunsNone() {
        assumeFalse(runsScripts(), () -> "adapter " + adapter.provider() + " declares SCRIPTS");
        assertFault(faultOf(() -> adapter.ensure(host, id("machine", 1), machine(), List.of())), AdapterFault.Kind.UNSUPPORTED,
                adapter.provider(), host.id());
        assertThat(copies.observed()).isEmpty();
    }
}
