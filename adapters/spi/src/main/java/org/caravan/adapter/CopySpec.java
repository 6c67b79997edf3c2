package org.caravan.adapter;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.application.Endpoint;
import org.caravan.application.ResourceLimits;
import org.caravan.application.Routers;
import org.caravan.application.Scripts;
import org.caravan.application.SecretUse;
import org.caravan.canonical.CanonicalText;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Gpus;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * Specification of a copy without its routes, which change during its lifetime. Its bandwidth can change, too.
 *
 * @param form what the adapter creates from the image; a form that the host supports
 * @param addresses one for each access point of the site, sorted
 * @param secrets names only; a changed value replaces the files and not the copy
 * @param disk reserved by the plan; not enforced by adapters
 * @param ceiling upper limits that adapters enforce; if empty, the reservations apply
 * @param scripts of a virtual machine only
 * @param bandwidth by access link, sorted; empty if none is reserved
 * @param gpu GPUs that the copy has alone; empty if it has none
 */
public record CopySpec(
        FormKind form,
        String image,
        MilliCores cpu,
        Bytes memory,
        Map<String, String> environment,
        List<Endpoint> endpoints,
        List<CopyAddress> addresses,
        List<SecretUse> secrets,
        Optional<Bytes> disk,
        Optional<ResourceLimits> ceiling,
        Optional<Scripts> scripts,
        List<LinkBandwidth> bandwidth,
        Optional<Gpus> gpu)
        implements CanonicalText {

    /** Records stored by earlier versions have no disk, ceiling, scripts, bandwidth or gpu. */
    public CopySpec {
        gpu = gpu == null ? Optional.empty() : gpu;
        bandwidth = bandwidth == null ? List.of() : bandwidth.stream().sorted().toList();
        scripts = scripts == null ? Optional.empty() : scripts;
        ceiling = ceiling == null ? Optional.empty() : ceiling;
        disk = disk == null ? Optional.empty() : disk;
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        endpoints = List.copyOf(endpoints);
        addresses = addresses.stream().sorted().toList();
        secrets = secrets.stream().sorted().toList();
    }

    /** Without bandwidth and GPUs. */
    public CopySpec(FormKind form, String image, MilliCores cpu, Bytes memory, Map<String, String> environment, List<Endpoint> endpoints,
            List<CopyAddress> addresses, List<SecretUse> secrets, Optional<Bytes> disk, Optional<ResourceLimits> ceiling,
            Optional<Scripts> scripts) {
        this(form, image, cpu, memory, environment, endpoints, addresses, secrets, disk, ceiling, scripts, List.of(), Optional.empty());
    }

    /** For a container without secrets. */
    public CopySpec(
            String image,
            MilliCores cpu,
            Bytes memory,
            Map<String, String> environment,
            List<Endpoint> endpoints,
            List<CopyAddress> addresses) {
        this(FormKind.CONTAINER, image, cpu, memory, environment, endpoints, addresses, List.of(), Optional.empty(), Optional.empty(),
                Optional.empty());
    }

    /** True if the copy is a router that forwards requests to the peers of its routes. */
    public boolean router() {
        return image.equals(Routers.IMAGE);
    }

    /** Memory limit; the host kills the copy, or some of its processes, above it. */
    public Bytes mostMemory() {
        return ceiling.flatMap(ResourceLimits::memory).orElse(memory);
    }

    public CopySpec withCeiling(ResourceLimits changed) {
        return new CopySpec(form, image, cpu, memory, environment, endpoints, addresses, secrets, disk, Optional.of(changed), scripts,
                bandwidth, gpu);
    }

    /** A copy of this specification with other secrets. */
    public CopySpec withSecrets(List<SecretUse> changed) {
        return new CopySpec(form, image, cpu, memory, environment, endpoints, addresses, changed, disk, ceiling, scripts,
                bandwidth, gpu);
    }

    /** A copy of this specification with other addresses. */
    public CopySpec withAddresses(List<CopyAddress> changed) {
        return new CopySpec(form, image, cpu, memory, environment, endpoints, changed, secrets, disk, ceiling, scripts,
                bandwidth, gpu);
    }

    /** A copy of this specification with other bandwidth. */
    public CopySpec withBandwidth(List<LinkBandwidth> changed) {
        return new CopySpec(form, image, cpu, memory, environment, endpoints, addresses, secrets, disk, ceiling, scripts, changed, gpu);
    }

    /** A copy of this specification with GPUs. */
    public CopySpec withGpu(Optional<Gpus> needed) {
        return new CopySpec(form, image, cpu, memory, environment, endpoints, addresses, secrets, disk, ceiling, scripts, bandwidth,
                needed);
    }

    /**
     * Copies with the same text are interchangeable, so a running one need not be replaced. The text omits disk, which is not
     * enforced: growing data must not cause a stateful copy to be recreated. It omits bandwidth, which changes while the copy runs.
     */
    @Override
    public String canonicalText() {
        StringBuilder text = new StringBuilder();
        if (form != FormKind.CONTAINER) { // omitted for containers, whose text predates other forms and is in the digests of running copies
            text.append("form ").append(form).append('\n');
        }
        text.append("image ").append(image).append('\n');
        text.append("cpu ").append(cpu).append('\n');
        text.append("memory ").append(memory).append('\n');
        environment.forEach((name, value) -> text.append("env ").append(name).append('=').append(value).append('\n'));
        endpoints.forEach(endpoint -> text.append("endpoint ").append(endpoint.name()).append(" on ")
                .append(endpoint.port()).append(' ').append(endpoint.readiness()).append('\n'));
        addresses.forEach(address -> text.append("address ").append(address.at()).append(' ')
                .append(address.address()).append('/').append(address.prefixLength()).append('\n'));
        secrets.forEach(secret -> text.append("secret ").append(secret).append('\n'));
        scripts.ifPresent(run -> text.append(run.canonicalText()));
        ceiling.ifPresent(most -> text.append(most.canonicalText()));
        gpu.ifPresent(needed -> text.append("gpu ").append(needed).append('\n'));
        return text.toString();
    }
}
