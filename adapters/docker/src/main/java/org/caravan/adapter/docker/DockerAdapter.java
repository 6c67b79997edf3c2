package org.caravan.adapter.docker;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.ScriptVariables;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.node.RoutingCopy;
import org.caravan.adapter.node.ScriptedAdapter;
import org.caravan.adapter.node.SeccompProfile;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.Shell;
import org.caravan.transfer.ImageDelivery;

/**
 * Adapter for a Docker engine over SSH. The host needs bash, Docker 20.10 or later with docker-init, iproute2, nftables and
 * util-linux, and a bridge on which the site's gateways answer. A copy is a container named after its label; its images need
 * {@code /bin/sh}. Caravan configures its network instead of Docker: addresses of every ISP, the planned routes and a filter, as on
 * other hosts.
 */
public final class DockerAdapter extends ScriptedAdapter {

    private static final int LONGEST_HOST_NAME = 63;

    public DockerAdapter(Shell shell, ScriptSettings settings, ImageDelivery images) {
        super(shell, settings, images, ImageKind.CONTAINER);
    }

    @Override
    public String provider() {
        return "docker";
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.SCRIPTS));
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        ensure(host, id, spec, routes, Admitted.EVERYONE);
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted) {
        requireNoScripts(host, id, spec);
        ImageManifest image = image(host, spec.image());
        if (image.start().isEmpty()) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    "The image (%s) of the copy (%s) has no start command: it is a base image.\nMaybe use an image built from it."
                            .formatted(image.name(), id.label()));
        }
        Map<String, String> variables = variables(id, spec, image, routes);
        variables.putAll(filter(id, spec, admitted));
        variables.put("ARCHITECTURE", image.architecture().toString());
        variables.put("IMAGE_ID", image.digest().hex());
        variables.put("HOST_NAME", id.label().substring(0, Math.min(LONGEST_HOST_NAME, id.label().length())));
        variables.put("ENVIRONMENT", environment(id, spec, image));
        variables.put("START", image.start().stream()
                .map(word -> ScriptVariables.quoted(word, "start command of the image " + image.name())).collect(Collectors.joining(" ")));
        variables.put("SECCOMP", SeccompProfile.forDocker());
        runPatiently(host, "ensure", variables);
        routed(host, id, spec, routes);
    }

    /** Environment in the format of docker's --env-file. Variables of the model override those of the image. */
    private static String environment(CopyId id, CopySpec spec, ImageManifest image) {
        Map<String, String> environment = new TreeMap<>(image.environment());
        environment.putIfAbsent("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        environment.putAll(RoutingCopy.environment(spec));
        environment.putAll(spec.environment());
        environment.forEach((name, value) -> {
            if ((name + value).indexOf('\n') >= 0) {
                throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                        ("The variable (%s) of the copy (%s) has a line break, which the adapter (docker) cannot pass on.\nMaybe put it "
                                + "into a file of the image.")
                                .formatted(name, id.label()));
            }
            ScriptVariables.line(name + value, "variable " + name + " of the copy " + id.label());
        });
        return environment.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue() + "\n").collect(Collectors.joining());
    }
}
