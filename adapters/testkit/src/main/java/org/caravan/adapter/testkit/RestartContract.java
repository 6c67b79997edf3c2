package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.caravan.adapter.testkit.ContractCopies.id;

import java.util.OptionalInt;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopyRestarts;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.RestartPolicy;
import org.junit.jupiter.api.Test;

/** Contract test for automatic restarts by a host. No adapter call starts a copy in these tests. */
abstract class RestartContract extends SecretContract {

    private static final CopyId WEB = id("web", 1);

    private ObservedCopy awaitRestart(int count) {
        ground.pass(RestartPolicy.pauseBefore(count));
        return await(WEB.label() + " to be restarted for the " + count + ". time")
                .until(() -> copies.observed(WEB), copy -> copy.state() == ObservedCopy.State.RUNNING && copy.restarts().count() == count);
    }

    @Test
    void aHostStartsACopyAgainWhoseProcessEnds() {
        CopySpec spec = spec(201);
        copies.ensure(WEB, spec);
        copies.awaitReady(WEB, spec);
        assertThat(copies.observed(WEB).restarts()).isEqualTo(CopyRestarts.NONE);
        String start = ground.startMark(WEB);
        ground.endProcess(WEB);
        ObservedCopy again = awaitRestart(1);
        assertThat(again.restarts()).isEqualTo(new CopyRestarts(1, ground.exitCodeOfEnd()));
        assertThat(again.specDigest()).isEqualTo(spec.digest());
        copies.awaitReady(WEB, spec);
        assertThat(ground.startMark(WEB)).isNotEqualTo(start);
    }

    @Test
    void aCopyThatEndsAgainAndAgainIsInACrashLoopUntilTheServerStartsIt() {
        CopySpec spec = spec(201);
        copies.ensure(WEB, spec);
        for (int restart = 1; restart <= RestartPolicy.CRASH_LOOP; restart++) {
            ground.endProcess(WEB);
            awaitRestart(restart);
            copies.awaitReady(WEB, spec);
        }
        ground.endProcess(WEB);
        ObservedCopy down = await("the crash loop")
                .until(() -> copies.observed(WEB), copy -> copy.state() == ObservedCopy.State.CRASH_LOOP);
        assertThat(down.restarts()).isEqualTo(new CopyRestarts(RestartPolicy.CRASH_LOOP, ground.exitCodeOfEnd()));
        assertThat(adapter.whyNotReady(host, WEB, spec.endpoints().get(0)).orElse("ready")).contains("crash loop", host.id());

        copies.ensure(WEB, spec);
        copies.awaitReady(WEB, spec);
        assertThat(copies.observed(WEB).restarts()).isEqualTo(new CopyRestarts(0, OptionalInt.empty()));
    }

    /** After a replacement or removal, no restart follows. */
    @Test
    void whatIsStoppedOnPurposeStaysDown() {
        copies.ensure(WEB, spec(201));
        copies.ensure(WEB, spec(202));
        copies.awaitReady(WEB, spec(202));
        assertThat(copies.observed(WEB).restarts()).as("a replaced copy did not crash").isEqualTo(CopyRestarts.NONE);

        copies.ensure(id("other", 1), spec(203));
        ground.endProcess(WEB);
        adapter.destroy(host, WEB);
        // When this restart is observed, the host has checked all its copies.
        ground.endProcess(id("other", 1));
        await("the other copy to be restarted")
                .until(() -> copies.observed(id("other", 1)).restarts().count() == 1);
        assertThat(copies.observed()).extracting(ObservedCopy::id).containsExactly(id("other", 1));
        assertThat(ground.remainsOf(WEB)).isEmpty();
    }
}
