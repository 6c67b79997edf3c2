package org.caravan.adapter.lxc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.testkit.TinyImage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Root in a copy is nobody on its host, nor in another copy. */
@Tag("real")
class LxcUnprivilegedTest extends LxcCopies {

    private static final CopyId OTHER = new CopyId("node", new InstanceId("other", 1), 1);
    private static final long FIRST = 1_900_544_000L;
    private static final String FIRST_PROCESS = "/proc/$(lxc-info -pH -n %s)/";

    @Test
    void rootInACopyIsSomebodyElseOnTheHost() {
        start(east, WEB, spec);
        start(east, OTHER, LxcFixture.spec(102, TinyImage.WEB));
        long web = user(WEB);
        long other = user(OTHER);
        assertThat(ground.inside(WEB, "id -u")).isEqualTo("0");
        assertThat(List.of(web, other)).allSatisfy(user -> assertThat(user).isBetween(FIRST, FIRST + 256 * 65536)).doesNotHaveDuplicates();
        assertThat(map(WEB)).isEqualTo("0 %d 65536".formatted(web));
        assertThat(map(OTHER)).isEqualTo("0 %d 65536".formatted(other));
    }

    private long user(CopyId id) {
        return Long.parseLong(LxcBed.bed().on(east, ("awk '/^Uid:/ { print $2 }' " + FIRST_PROCESS + "status").formatted(id.label())));
    }

    private String map(CopyId id) {
        return LxcBed.bed().on(east, ("cat " + FIRST_PROCESS + "uid_map").formatted(id.label())).replaceAll("\\s+", " ").strip();
    }

    @Test
    void layersAreStoredOnceAndBelongToRootOfTheCopy() {
        start(east, WEB, spec);
        assertThat(ground.inside(WEB, "stat -c '%u %g' /bin/busybox /srv/index.html").lines()).containsOnly("0 0");
        assertThat(LxcBed.bed().on(east, "stat -c %u /var/lib/caravan/layers/*/bin/busybox")).isEqualTo("0");
        ground.inside(WEB, "touch /srv/written");
        assertThat(LxcBed.bed().on(east, "stat -c %%u /var/lib/lxc/%s/upper/srv/written".formatted(WEB.label()))).isEqualTo("" + user(WEB));
        ground.inside(WEB, "rm -r /srv/index.html");
        assertThat(ground.inside(WEB, "ls /srv")).isEqualTo("written");
    }

    /** What such a user may do on the host if it ever gets out of the copy, and what it may do within. */
    @Test
    void rootInACopyMayDoNothingToTheHost() {
        start(east, WEB, spec);
        String folder = "/var/lib/lxc/" + WEB.label();
        for (String forbidden : List.of("cat /etc/shadow", "touch " + folder + "/network", "cat " + folder + "/config",
                "kill -0 1", "ls /proc/1/root/")) {
            assertThat(LxcBed.bed()
                    .on(east, "setpriv --reuid %1$d --regid %1$d --clear-groups %2$s 2>/dev/null && echo done || echo refused"
                    .formatted(user(WEB), forbidden))).as(forbidden).isEqualTo("refused");
        }
        for (String forbidden : List.of("mknod /disk b 7 0", "mount -t tmpfs none /srv", "sh -c 'echo 1 >/proc/sys/kernel/panic'",
                "sh -c 'echo b >/proc/sysrq-trigger'")) {
            assertThat(LxcBed.bed().on(east, "lxc-attach -n %s -- /bin/busybox %s </dev/null 2>/dev/null && echo done || echo refused"
                    .formatted(WEB.label(), forbidden))).as(forbidden).isEqualTo("refused");
        }
    }

    @Test
    void withoutMappedMountsEachLayerIsKeptASecondTime() {
        LxcBed.bed().on(east, "mkdir -p /run/caravan; echo shifted >/run/caravan/layers-shown");
        try {
            start(east, WEB, spec);
            assertThat(user(WEB)).isEqualTo(FIRST);
            assertThat(ground.inside(WEB, "stat -c '%u %g' /bin/busybox /srv/index.html").lines()).containsOnly("0 0");
            assertThat(ground.inside(WEB, "ls /srv")).as("deletions hold").isEqualTo("index.html");
            assertThat(LxcBed.bed().on(east, "ls /var/lib/caravan/shifted | wc -l")).isEqualTo("2");
        } finally {
            LxcBed.bed().on(east, "rm /run/caravan/layers-shown");
        }
    }

    @Test
    void withoutIdsOfItsOwnACopyIsRefusedUnlessTheHostsOwnerAllowsIt() {
        LxcBed.bed().on(east, "mv /etc/subuid /etc/subuid.away; cp /etc/caravan/node.json /etc/caravan/node.json.away");
        try {
            AdapterFault fault = faultOf(() -> adapter.ensure(east, WEB, spec, List.of()));
            assertThat(fault).hasMessageContaining("The host (pi-east-1) has no ids for the users of copies")
                    .hasMessageContaining("/etc/subuid");
            LxcBed.bed().on(east, "sed -i 's/{/{\"privilegedCopies\": true, /' /etc/caravan/node.json");
            start(east, WEB, spec);
            assertThat(user(WEB)).isZero();
        } finally {
            LxcBed.bed().on(east, "mv /etc/subuid.away /etc/subuid; mv /etc/caravan/node.json.away /etc/caravan/node.json");
        }
    }
}
