package org.caravan.server.partition;

import java.util.OptionalInt;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The same at all servers that share a broker: equal problems then have equal plans, whichever server makes them.
 *
 * @param partitions of a very large problem, 1 to 64; 1: every problem is planned as a whole
 * @param partitionFrom instances that make a problem very large, at least 1; null: 1000 where servers share a broker, none where a server has its own
 */
@ConfigurationProperties("caravan.planning")
public record PartitionSettings(@DefaultValue("4") int partitions, Integer partitionFrom) {

    private static final int MOST = 64;
    private static final int FROM = 1_000;

    public PartitionSettings {
        if (partitions < 1 || partitions > MOST) {
            throw new IllegalArgumentException("The number of partitions caravan.planning.partitions (" + partitions + ") is not 1 to " + MOST + ".\nMaybe use 4.");
        }
        if (partitionFrom != null && partitionFrom < 1) {
            throw new IllegalArgumentException("No problem has (" + partitionFrom + ") instances: caravan.planning.partition-from is at least 1.\n"
                    + "Maybe use 1000, or 1 partition (caravan.planning.partitions) for none at all.");
        }
    }

    /**
     * Instances that a problem has at least which is planned in partitions; empty for no problem.
     *
     * @param shared whether other servers may take partitions from the broker
     */
    public OptionalInt from(boolean shared) {
        if (partitions == 1 || partitionFrom == null && !shared) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(partitionFrom == null ? FROM : partitionFrom);
    }
}
