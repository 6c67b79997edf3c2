package org.caravan.adapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.caravan.machine.ObservedMachine.State;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerStateTest {

    @ParameterizedTest
    @CsvSource({
        "BUILD, spawning, BOOTING", "ACTIVE, , RUNNING", "ACTIVE, powering-off, RUNNING", "ACTIVE, deleting, LEAVING", "SHUTOFF, , STOPPED",
        "SHUTOFF, powering-on, BOOTING", "SHELVED_OFFLOADED, , STOPPED", "ERROR, , BROKEN", "ERROR, deleting, LEAVING",
                "SOFT_DELETED, , LEAVING",
        "VERIFY_RESIZE, , RUNNING", "UNRECOGNIZED, , RUNNING"
    })
    void novasWordsInOurs(String status, String task, State state) {
        assertThat(ServerState.of(status, Optional.ofNullable(task))).isEqualTo(state);
    }
}
