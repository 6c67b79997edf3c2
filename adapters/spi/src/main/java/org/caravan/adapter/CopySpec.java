package org.caravan.adapter;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.application.Ceiling;
import org.caravan.application.Endpoint;
import org.caravan.application.Routers;
import org.caravan.application.Scripts;
import org.caravan.application.SecretUse;
import org.caravan.canonical.CanonicalText;
import org.caravan.infrastructure.FormKind;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * Everything a copy is made of but its routes, which change while it lives.
 *
 * @param form what the adapter makes of the image; one that runs on the host
 * @param addresses at every access point of the site, sorted
 * @param secrets names alone: a value that changes leaves the copy what it is, and only its files change
 * @param disk reserved for it when it was planned; adapters do not enforce it
 * @param ceiling the most it may take, which adapters enforce; empty where that is what is reserved
 * @param scripts of a virtual machine, and of nothing else
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
        Optional<Ceiling> ceiling,
        Optional<Scripts> scripts)
        implements CanonicalText {

    /** What was stored before disk was reserved, ceilings were planned and scripts run has none. */
    public CopySpec {
        scripts = scripts == null ? Optional.empty() : scripts;
        ceiling = ceiling == null ? Optional.empty() : ceiling;
        disk = disk == null ? Optional.empty() : disk;
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        endpoints = List.copyOf(endpoints);
        addresses = addresses.stream().sorted().toList();
        secrets = secrets.stream().sorted().toList();
    }

    /** Of a container that needs no secret. */
    public CopySpec(
            String image,
            MilliCores cpu,
            Bytes memory,
            Map<String, String> environment,
            List<Endpoint> endpoints,
            List<CopyAddress> addresses) {
        this(FormKind.CONTAINER, image, cpu, memory, environment, endpoints, addresses, List.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Whether the copy hands requests on to the peers of its routes. */
    public boolean router() {
        return image.equals(Routers.IMAGE);
    }

    /** Above which the host ends it, or parts of it. */
    public Bytes mostMemory() {
        return ceiling.flatMap(Ceiling::memory).orElse(memory);
    }

    public CopySpec withCeiling(Ceiling changed) {
        return new CopySpec(form, image, cpu, memory, environment, endpoints, addresses, secrets, disk, Optional.of(changed), scripts);
    }

    /** The same but for the files it finds in memory. */
    public CopySpec withSecrets(List<SecretUse> changed) {
        return new CopySpec(form, image, cpu, memory, environment, endpoints, addresses, changed, disk, ceiling, scripts);
    }

    /** The same but for its addresses. */
    public CopySpec withAddresses(List<CopyAddress> changed) {
        return new CopySpec(form, image, cpu, memory, environment, endpoints, changed, secrets, disk, ceiling, scripts);
    }

    /**
     * Two copies with the same text are interchangeable: a running one need not be replaced. Disk is not of it: nobody enforces it, and data that has grown must
     * not make anew the copy that keeps it.
     */
    @Override
    public String canonicalText() {
        StringBuilder text = new StringBuilder();
        if (form != FormKind.CONTAINER) { // the text of containers is older than other forms, and copies of them run
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
        return text.toString();
    }
}
