package org.caravan.server.data;

import java.util.List;
import org.caravan.diagnostic.UnreadableRecord;

/** A store that can list its unreadable records. It reads all records, so it is called only occasionally. */
public interface RecordCheck {

    List<UnreadableRecord> unreadable();
}
