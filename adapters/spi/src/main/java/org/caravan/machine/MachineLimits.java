package org.caravan.machine;

import java.util.OptionalInt;

/**
 * How much may be rented in a region; empty where the provider sets no limit or names none.
 *
 * @param machines that may exist at once
 * @param machinesUsed that exist now, ours and others'
 * @param virtualCpus of all machines together
 * @param virtualCpusUsed now
 * @param publicAddresses at once
 * @param publicAddressesUsed now
 */
public record MachineLimits(
        OptionalInt machines, int machinesUsed,
        OptionalInt virtualCpus, int virtualCpusUsed,
        OptionalInt publicAddresses, int publicAddressesUsed) {}
