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
import org.caravan.infrastructure.Host;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;

/**
 * One way to run a component. All kinds need the same to be placed, but for a virtual machine, which takes all of its host; they differ in
 * what an adapter makes of the image.
 *
 * @param image name in the image repository, for example {@code sock-shop/front-end}; of a virtual machine, that of its provider: {@code debian-12}
 * @param cpu share reserved on the host
 * @param memory reserved on the host; also the most a copy gets, where its ceiling does not say more
 * @param architectures it can run on; at least one
 * @param environment variables given to its start command
 * @param secrets files it finds in memory, sorted
 * @param disk reserved on the host; empty where it asks for none
 * @param ceiling the most a copy may take, enforced on the host; not below what is reserved; empty where that is what is reserved
 * @param scripts of a virtual machine, and of nothing else
 * @param startup from when a copy is asked for, on a host that is up, until it answers; empty where nobody stated it
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
        Optional<Ceiling> ceiling,
        Optional<Scripts> scripts,
        Optional<Millis> startup) {

    /** Of a microVM: half of it and more is QEMU's. */
    public static final Bytes LEAST_OF_MICROVM = Bytes.ofMebi(48);

    /** What was stored before forms asked for disk, had ceilings, scripts or a startup has none. */
    public Form {
        startup = startup == null ? Optional.empty() : startup;
        scripts = scripts == null ? Optional.empty() : scripts;
        ceiling = ceiling == null ? Optional.empty() : ceiling.filter(most -> !most.equals(Ceiling.NONE));
        disk = disk == null ? Optional.empty() : disk.filter(asked -> asked.value() > 0);
        architectures = Collections.unmodifiableSet(new TreeSet<>(architectures));
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        secrets = secrets.stream().sorted().toList();
        if (architectures.isEmpty()) {
            throw new IllegalArgumentException("image " + image + " runs on no architecture");
        }
        if (scripts.isPresent() != (kind == FormKind.VM)) {
            throw new IllegalArgumentException("a virtual machine, and nothing else, has scripts: " + kind + " of image " + image);
        }
        ceiling.orElse(Ceiling.NONE).requireAbove(cpu, memory, "image " + image);
    }

    /** One without scripts. */
    public Form(
            FormKind kind,
            String image,
            MilliCores cpu,
            Bytes memory,
            Set<Architecture> architectures,
            Map<String, String> environment,
            List<SecretUse> secrets,
            Optional<Bytes> disk,
            Optional<Ceiling> ceiling) {
        this(kind, image, cpu, memory, architectures, environment, secrets, disk, ceiling, Optional.empty(), Optional.empty());
    }

    /** One that asks for no disk, and may take no more than what is reserved. */
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

    /** What it asks for; 0 where that is nothing. */
    public Bytes diskBytes() {
        return disk.orElse(new Bytes(0));
    }

    public Form withDisk(Bytes changed) {
        return new Form(kind, image, cpu, memory, architectures, environment, secrets, Optional.of(changed), ceiling, scripts, startup);
    }

    /** The same with so much reserved; the ceiling stays. */
    public Form reserving(MilliCores changedCpu, Bytes changedMemory) {
        return new Form(kind, image, changedCpu, changedMemory, architectures, environment, secrets, disk, ceiling, scripts, startup);
    }

    public Form withCeiling(Ceiling changed) {
        return new Form(kind, image, cpu, memory, architectures, environment, secrets, disk, Optional.of(changed), scripts, startup);
    }

    public Form withStartup(Millis stated) {
        return new Form(kind, image, cpu, memory, architectures, environment, secrets, disk, ceiling, scripts, Optional.of(stated));
    }

    /** What a copy may take beyond what is reserved. */
    public Ceiling most() {
        return ceiling.orElse(Ceiling.NONE);
    }

    public Form withEnvironment(Map<String, String> changed) {
        return new Form(kind, image, cpu, memory, architectures, changed, secrets, disk, ceiling, scripts, startup);
    }

    /** Whether the host can make it of its image: that of a virtual machine must be what the machine is rented with. */
    public boolean runsOn(Host host) {
        return host.formKinds().contains(kind) && (kind != FormKind.VM || host.rental().filter(rental -> !rental.image().equals(image)).isEmpty());
    }

    /** The same as another kind, where nothing but the kind matters: to be placed. */
    public Form as(FormKind other) {
        Optional<Scripts> needed = other == FormKind.VM
                ? scripts.or(() -> Optional.of(new Scripts(Optional.empty(), Script.command("true"), Optional.empty()))) : Optional.empty();
        return new Form(other, image, cpu, memory, architectures, environment, secrets, disk, ceiling, needed, startup);
    }

    public Form withArchitectures(Set<Architecture> changed) {
        return new Form(kind, image, cpu, memory, changed, environment, secrets, disk, ceiling, scripts, startup);
    }

    public static Form vm(
            String image, MilliCores cpu, Bytes memory, Set<Architecture> architectures, Map<String, String> environment, Scripts scripts) {
        return new Form(FormKind.VM, image, cpu, memory, architectures, environment, List.of(), Optional.empty(), Optional.empty(), Optional.of(scripts), Optional.empty());
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
