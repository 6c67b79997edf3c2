package org.caravan.adapter;

import java.nio.file.Path;
import java.time.Instant;

/**
 * TCP segments of one copy that carry payload or open a connection, cut after their headers.
 *
 * @param file in the format pcap, with times of the host's clock in nanoseconds
 * @param begun when all captures of the call ran, by the host's clock
 * @param until when the first capture of the call ended at its time, by the host's clock
 * @param cut whether it ended at a limit of packets or bytes, before its time
 * @param lost packets that the kernel dropped, at least 0
 */
public record CopyCapture(CopyId id, Path file, Instant begun, Instant until, boolean cut, long lost) {}
