package org.caravan.application;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;

/**
 * One way to run a component. All kinds have the same placement requirements, except that a virtual machine occupies its whole host.
 * Adapters interpret the image by kind.
 *
 * @param image name in the image repository, for example {@code sock-shop/front-end}; for a virtual machine, the provider's image: {@code
 * debian-12}
 * @param cpu processor share reserved on the host
 * @param memory memory reserved on the host; also the limit of a copy if no ceiling states a higher one
 * @param architectures supported architectures; at least one
 * @param environment environment variables of the start command
 * @param secrets files mounted in memory, sorted
 * @param disk disk space reserved on the host; empty if none is requested
 * @param ceiling upper limits of a copy, enforced on the host; not below the reservation; empty if the reservation is the limit
 * @param scripts scripts of a virtual machine; empty for all other kinds
 * @param startup time from the request for a copy, on a running host, until the copy answers; empty if not declared
 * @param gpu GPUs that each copy has alone; empty if it needs none
 */
public record Form(
        FormKind kind,
        String image,
        MilliCores cpu,
        Bytes memory,
        Set<Architecture> architectures,
        Map<String, String> environment,
        List<SecretUse> secrets,
        Optional<Bytes> disk,
        Optional<ResourceLimits> ceiling,
        Optional<Scripts> scripts,
        Optional<Millis> startup,
        Optional<Gpus> gpu) {

    /** Least memory of a microVM; QEMU uses more than half of it. */
    public static final Bytes LEAST_OF_MICROVM = Bytes.ofMebi(48);

    /** Forms stored before disk, ceiling, scripts, startup or gpu existed have none. */
    public Form {
        gpu = gpu == null ? Optional.empty() : gpu;
        startup = startup == null ? Optional.empty() : startup;
        scripts = scripts == null ? Optional.empty() : scripts;
        ceiling = ceiling == null ? Optional.empty() : ceiling.filter(most -> !most.equals(ResourceLimits.NONE));
        disk = disk == null ? Optional.empty() : disk.filter(asked -> asked.value() > 0);
        architectures = Collections.unmodifiableSet(new TreeSet<>(architectures));
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        secrets = secrets.stream().sorted().toList();
        if (architectures.isEmpty()) {
            throw new IllegalArgumentException("image " + image + " runs on no architecture");
        }
        if (scripts.isPresent() != (kind == FormKind.VM)) {
            throw new IllegalArgumentException("only virtual machines have scripts: " + kind + " of image " + image);
        }
        ceiling.orElse(ResourceLimits.NONE).requireAbove(cpu, memory, "image " + image);
    }

    /** Form without GPUs. */
    public Form(
            FormKind kind,
            String image,
            MilliCores cpu,
            Bytes memory,
            Set<Architecture> architectures,
            Map<String, String> environment,
            List<SecretUse> secrets,
            Optional<Bytes> disk,
            Optional<ResourceLimits> ceiling,
            Optional<Scripts> scripts,
            Optional<Millis> startup) {
        this(kind, image, cpu, memory, architectures, environment, secrets, disk, ceiling, scripts, startup, Optional.empty());
    }

    /** Form without scripts. */
    public Form(
            FormKind kind,
            String image,
            MilliCores cpu,
            Bytes memory,
            Set<Architecture> architectures,
            Map<String, String> environment,
            List<SecretUse> secrets,
            Optional<Bytes> disk,
            Optional<ResourceLimits> ceiling) {
        this(kind, image, cpu, memory, architectures, environment, secrets, disk, ceiling, Optional.empty(), Optional.empty());
    }

    /** Form without disk reservation and ceiling. */
    public Form(
            FormKind kind,
            String image,
            MilliCores cpu,
            Bytes memory,
            Set<Architecture> architectures,
            Map<String, String> environment,
            List<SecretUse> secrets) {
        this(kind, image, cpu, memory, architectures, environment, secrets, Optional.empty(), Optional.empty());
    }

    /** Requested disk space; 0 if none is requested. */
    public Bytes diskBytes() {
        return disk.orElse(new Bytes(0));
    }

    public Form withDisk(Bytes changed) {
        return new Form(kind, image, cpu, memory, architectures, environment, secrets, Optional.of(changed), ceiling, scripts, startup,
                gpu);
    }

    /** Returns a copy with this reservation; the ceiling stays. */
    public Form reserving(MilliCores changedCpu, Bytes changedMemory) {
        return new Form(kind, image, changedCpu, changedMemory, architectures, environment, secrets, disk, ceiling, scripts, startup, gpu);
    }

    public Form withCeiling(ResourceLimits changed) {
        return new Form(kind, image, cpu, memory, architectures, environment, secrets, disk, Optional.of(changed), scripts, startup,
                gpu);
    }

    public Form withStartup(Millis stated) {
        return new Form(kind, image, cpu, memory, architectures, environment, secrets, disk, ceiling, scripts, Optional.of(stated), gpu);
    }

    /** Upper limits of a copy; {@link ResourceLimits#NONE} if not declared. */
    public ResourceLimits most() {
        return ceiling.orElse(ResourceLimits.NONE);
    }

    public Form withEnvironment(Map<String, String> changed) {
        return new Form(kind, image, cpu, memory, architectures, changed, secrets, disk, ceiling, scripts, startup, gpu);
    }

    /** @param needed empty for none */
    public Form withGpu(Optional<Gpus> needed) {
        return new Form(kind, image, cpu, memory, architectures, environment, secrets, disk, ceiling, scripts, startup, needed);
    }

    /** Number of GPUs that each copy has; 0 if it needs none. */
    public int gpuCount() {
        return gpu.map(Gpus::count).orElse(0);
    }

    /** Whether hosts of the type have the GPUs, if no other copy uses them. */
    public boolean gpuOf(HostType type) {
        return gpu.isEmpty() || type.gpu().filter(offered -> offered.enoughFor(gpu.get())).isPresent();
    }

    /**
     * Whether the host can run this form. A virtual machine on a provisioned host requires the image that the machine is provisioned with.
     */
    public boolean runsOn(Host host) {
        return host.formKinds().contains(kind) && (kind != FormKind.VM
                || host.rental().filter(rental -> !rental.image().equals(image)).isEmpty());
    }

    /** Returns a copy of another kind for placement, where only the kind matters. */
    public Form as(FormKind other) {
        Optional<Scripts> needed = other == FormKind.VM
                ? scripts.or(() -> Optional.of(new Scripts(Optional.empty(), Script.command("true"), Optional.empty()))) : Optional.empty();
        return new Form(other, image, cpu, memory, architectures, environment, secrets, disk, ceiling, needed, startup, gpu);
    }

    public Form withArchitectures(Set<Architecture> changed) {
        return new Form(kind, image, cpu, memory, changed, environment, secrets, disk, ceiling, scripts, startup, gpu);
    }

    public static Form vm(
            String image, MilliCores cpu, Bytes memory, Set<Architecture> architectures, Map<String, String> environment, Scripts scripts) {
        return new Form(FormKind.VM, image, cpu, memory, architectures, environment, List.of(), Optional.empty(), Optional.empty(),
                Optional.of(scripts), Optional.empty());
    }

    public static Form container(
            String image, MilliCores cpu, Bytes memory, Set<Architecture> architectures, Map<String, String> environment) {
        return new Form(FormKind.CONTAINER, image, cpu, memory, architectures, environment, List.of());
    }

    public static Form microvm(
            String image, MilliCores cpu, Bytes memory, Set<Architecture> architectures, Map<String, String> environment) {
        return new Form(FormKind.MICROVM, image, cpu, memory, architectures, environment, List.of());
    }
}
