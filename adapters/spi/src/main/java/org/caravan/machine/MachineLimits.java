package org.caravan.machine;

import java.util.OptionalInt;

/**
 * Quotas of a region and their use; a quota is empty if the provider sets none or does not report it.
 *
 * @param machines maximum number of concurrent machines
 * @param machinesUsed existing machines, including those of others
 * @param virtualCpus maximum number of virtual CPUs of all machines
 * @param virtualCpusUsed virtual CPUs in use
 * @param publicAddresses maximum number of concurrent public addresses
 * @param publicAddressesUsed public addresses in use
 */
public record MachineLimits(
        OptionalInt machines, int machinesUsed,
        OptionalInt virtualCpus, int virtualCpusUsed,
        OptionalInt publicAddresses, int publicAddressesUsed) {}
