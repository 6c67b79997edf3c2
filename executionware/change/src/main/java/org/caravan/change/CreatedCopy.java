package org.caravan.change;

import org.caravan.adapter.CopyId;

/** A copy whose creation on a host was started and whose removal is not known: it may be there although the host's list lacks it. */
public record CreatedCopy(CopyId copy, String hostId) {}
