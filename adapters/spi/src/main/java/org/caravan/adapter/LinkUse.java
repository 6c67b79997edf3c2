package org.caravan.adapter;

import org.caravan.unit.Bytes;

/**
 * What the node counts of a copy's traffic in one direction of an access link, for both IP versions together.
 *
 * @param process mark that differs after each start of the program that counts; counters are compared only under the same mark
 * @param seconds clock of the node at which the counters were read, in s since its start
 * @param granted bytes that the copy could have sent, or received if inbound, at the rates that it was granted
 * @param sent bytes that left, or reached the copy if inbound, with headers of frames as the kernel counts them
 * @param refused estimated bytes of packets that found a full queue: number of these packets × mean size of packets that left
 * @param promised what the node enforces; the capacity is {@code uplink}, or {@code downlink} if inbound: the part of it that is divided
 * @param inbound whether it counts what the copy receives
 */
public record LinkUse(String process, double seconds, Bytes granted, Bytes sent, Bytes refused, LinkBandwidth promised,
        boolean inbound) {

    /** Of outbound traffic. */
    public LinkUse(String process, double seconds, Bytes granted, Bytes sent, Bytes refused, LinkBandwidth promised) {
        this(process, seconds, granted, sent, refused, promised, false);
    }
}
