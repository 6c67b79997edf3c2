package org.caravan.server.data;

import java.util.List;
import org.caravan.diagnostic.UnreadableRecord;

/** A store that can tell which of its records in use cannot be read. It reads all of them: for a check now and then. */
public interface RecordCheck {

    List<UnreadableRecord> unreadable();
}
