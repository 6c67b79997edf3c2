package org.caravan.adapter.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.caravan.infrastructure.Host;

/** A Docker engine in the namespaces of an emulated host, started without an init system and stopped on close. */
public final class DockerEngine implements AutoCloseable {

    private final EmulatedBed bed;
    private final Host host;

    private DockerEngine(EmulatedBed bed, Host host) {
        this.bed = bed;
        this.host = host;
    }

    /** Why Docker is not available here; empty if it is. */
    public static String whyNot() {
        return Stream.of(Path.of("/usr/sbin/dockerd"), Path.of("/usr/bin/docker-init")).filter(file -> !Files.isExecutable(file))
                .map(file -> file + " is missing: install docker.io").findFirst().orElse("");
    }

    public static DockerEngine start(EmulatedBed bed, Host host) {
        // On the node's own disk, because overlayfs cannot be stacked on the overlayfs of the node's root.
        bed.on(host, """
                mkdir -p /var/lib/caravan/engine
                setsid dockerd --data-root /var/lib/caravan/engine --exec-root /run/docker --pidfile /run/docker.pid --bridge none \\
                    --iptables=false --ip6tables=false -H unix:///var/run/docker.sock </dev/null >/run/dockerd.log 2>&1 &
                for try in $(seq 300); do docker version >/dev/null 2>&1 && exit 0; sleep 0.1; done
                tail -n 5 /run/dockerd.log >&2
                exit 1
                """);
        return new DockerEngine(bed, host);
    }

    @Override
    public void close() {
        bed.on(host, """
                pid=$(cat /run/docker.pid)
                kill $pid
                while [ -d /proc/$pid ]; do sleep 0.05; done
                """);
    }
}
