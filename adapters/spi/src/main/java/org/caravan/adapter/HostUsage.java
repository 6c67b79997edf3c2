package org.caravan.adapter;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.unit.Bytes;

/**
 * Resource usage of a host and each of its running copies.
 *
 * @param host whole host, including processes that are not Caravan's
 * @param requests of each router that routes by request
 * @param bandwidth of each copy of a host that enforces bandwidth, by access link
 * @param quotas of access links that have one, sorted by link
 * @param clients of each copy that users reach without a router, if the host can count them
 */
public record HostUsage(ResourceCounters host, SortedMap<CopyId, ResourceCounters> copies, SortedMap<CopyId, RouterCounts> requests,
        SortedMap<CopyId, List<LinkUse>> bandwidth, List<QuotaUse> quotas, SortedMap<CopyId, ClientCounts> clients) {

    private static final Bytes NONE = new Bytes(0);

    public HostUsage {
        copies = Collections.unmodifiableSortedMap(new TreeMap<>(copies));
        requests = Collections.unmodifiableSortedMap(new TreeMap<>(requests));
        bandwidth = Collections.unmodifiableSortedMap(new TreeMap<>(bandwidth));
        quotas = quotas.stream().sorted(Comparator.comparing(QuotaUse::ispId)).toList();
        clients = Collections.unmodifiableSortedMap(new TreeMap<>(clients));
    }

    /** For a host that does not count clients. */
    public HostUsage(ResourceCounters host, SortedMap<CopyId, ResourceCounters> copies, SortedMap<CopyId, RouterCounts> requests,
            SortedMap<CopyId, List<LinkUse>> bandwidth, List<QuotaUse> quotas) {
        this(host, copies, requests, bandwidth, quotas, Collections.emptySortedMap());
    }

    /** For a host whose access links have no quota. */
    public HostUsage(ResourceCounters host, SortedMap<CopyId, ResourceCounters> copies, SortedMap<CopyId, RouterCounts> requests,
            SortedMap<CopyId, List<LinkUse>> bandwidth) {
        this(host, copies, requests, bandwidth, List.of());
    }

    /** For a host that does not enforce bandwidth. */
    public HostUsage(ResourceCounters host, SortedMap<CopyId, ResourceCounters> copies, SortedMap<CopyId, RouterCounts> requests) {
        this(host, copies, requests, Collections.emptySortedMap());
    }

    /** For a host without routers. */
    public HostUsage(ResourceCounters host, SortedMap<CopyId, ResourceCounters> copies) {
        this(host, copies, Collections.emptySortedMap());
    }

    /** For adapters that report only processor time and memory of copies; the host is their sum. */
    public static HostUsage ofCopies(SortedMap<CopyId, CopyUsage> usages) {
        SortedMap<CopyId, ResourceCounters> copies = new TreeMap<>();
        usages.forEach((id, usage) -> copies.put(id, consumption(usage.cpuMillis(), usage.memory().value())));
        return new HostUsage(consumption(usages.values().stream().mapToLong(CopyUsage::cpuMillis).sum(),
                usages.values().stream().mapToLong(usage -> usage.memory().value()).sum()), copies);
    }

    private static ResourceCounters consumption(long cpuMillis, long memory) {
        return new ResourceCounters(cpuMillis, new Bytes(memory), NONE, NONE, NONE, NONE);
    }
}
