package org.caravan.server.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionSettingsTest {

    @Test
    void onlyServersThatShareABrokerShareProblemsByThemselves() {
        assertThat(new PartitionSettings(4, null).from(false)).isEmpty();
        assertThat(new PartitionSettings(4, null).from(true)).hasValue(1_000);
        assertThat(new PartitionSettings(4, 1).from(false)).hasValue(1);
        assertThat(new PartitionSettings(1, 1).from(true)).as("one partition is the whole").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65})
    void partitionsAreOneToSixtyFour(int partitions) {
        assertThatThrownBy(() -> new PartitionSettings(partitions, null)).hasMessageContaining("caravan.planning.partitions (" + partitions
                + ")").hasMessageContaining("\nMaybe use 4.");
    }

    @Test
    void everyProblemHasAnInstance() {
        assertThatThrownBy(() -> new PartitionSettings(4, 0)).hasMessageContaining("(0)")
                .hasMessageContaining("caravan.planning.partition-from").hasMessageContaining("\nMaybe use 1000");
    }
}
