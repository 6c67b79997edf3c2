package org.caravan.server.partition;

import java.util.OptionalInt;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of partitioned planning. Must be equal on all servers that share a broker, so that equal problems get equal plans on every
 * server.
 *
 * @param partitions number of partitions of a very large problem, 1 to 64; 1: every problem is planned as a whole
 * @param partitionFrom number of instances from which a problem is partitioned, at least 1; null: 1000 if servers share a broker, otherwise
 * never
 */
@ConfigurationProperties("caravan.planning")
public record PartitionSettings(@DefaultValue("4") int partitions, Integer partitionFrom) {

    private static final int MOST = 64;
    private static final int FROM = 1_000;

    public PartitionSettings {
        if (partitions < 1 || partitions > MOST) {
            throw new IllegalArgumentException("The number of partitions caravan.planning.partitions (" + partitions + ") is not 1 to "
                    + MOST + ".\nMaybe use 4.");
        }
        if (partitionFrom != null && partitionFrom < 1) {
            throw new IllegalArgumentException("No problem has (" + partitionFrom
                    + ") instances: caravan.planning.partition-from is at least 1.\n"
                    + "Maybe use 1000, or 1 partition (caravan.planning.partitions) to disable them.");
        }
    }

    /**
     * Number of instances from which a problem is partitioned; empty: never.
     *
     * @param shared whether other servers can consume partitions from the broker
     */
    public OptionalInt from(boolean shared) {
        if (partitions == 1 || partitionFrom == null && !shared) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(partitionFrom == null ? FROM : partitionFrom);
    }
}
