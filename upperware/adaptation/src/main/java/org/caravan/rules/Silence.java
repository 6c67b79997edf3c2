package org.caravan.rules;

/**
 * Fact of the rules: a host does not answer. Mutable, and public only because compiled rules access it; other packages do not use it.
 */
public final class Silence {

    private final String hostId;
    private long since;
    private long latest;
    private int looks;
    private String detail;

    public Silence(HostLook look) {
        this.hostId = look.hostId();
        restart(look.at().toEpochMilli());
        this.looks = 1;
        this.detail = look.detail();
    }

    public String getHostId() {
        return hostId;
    }

    /** Epoch milliseconds of the first look without an answer that counts. */
    public long getSince() {
        return since;
    }

    /** Epoch milliseconds of the latest look without an answer. */
    public long getLatest() {
        return latest;
    }

    public int getLooks() {
        return looks;
    }

    public String getDetail() {
        return detail;
    }

    public long lastedUntil(long millis) {
        return millis - since;
    }

    public void heard(HostLook look) {
        latest = look.at().toEpochMilli();
        looks++;
        detail = look.detail();
    }

    /** During a fault on our side, silence is no evidence: it counts from now. */
    public void restart(long millis) {
        since = millis;
        latest = millis;
        looks = 0;
    }
}
