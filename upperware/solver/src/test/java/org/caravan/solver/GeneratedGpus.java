package org.caravan.solver;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.Form;
import org.caravan.infrastructure.GpuVendor;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;

/** Host types with GPUs and components that need some. */
final class GeneratedGpus {

    private GeneratedGpus() {}

    /** At random from the seed: types have none to three, one host in six reports fewer, others reserve one, forms need none to two. */
    static PlacementProblem added(PlacementProblem problem, long seed) {
        Random random = new Random(seed * 13L + 5);
        Infrastructure before = problem.infrastructure();
        List<HostType> types = before.hostTypes().stream()
                .map(type -> random.nextInt(5) == 0 ? type : type.withGpu(new Gpus(1 + random.nextInt(3), vendor(random)))).toList();
        List<ObservedHost> hosts = problem.inventory().hosts().stream().map(host -> new ObservedHost(host.hostId(), host.architecture(),
                host.cpu(), host.memory(), host.disk(), host.addresses(),
                random.nextInt(6) == 0 ? Optional.of(random.nextInt(2)) : Optional.empty())).toList();
        TreeMap<String, Reservation> others = new TreeMap<>(problem.reservedElsewhere());
        others.replaceAll((host, reserved) -> new Reservation(reserved.cpu(), reserved.memory(), reserved.disk(),
                Optional.of(random.nextInt(2))));
        PlacementProblem offering = problem.withInfrastructure(new Infrastructure(before.name(), types, before.sites()));
        PlacementProblem reported = new PlacementProblem(offering.application(), offering.infrastructure(),
                new Inventory(hosts, problem.inventory().unobserved()), offering.network(), offering.parentId(), offering.generation(),
                offering.current(), others, offering.takenSlots(), offering.excluded(), offering.policy());
        return reported.withApplication(problem.application().withComponents(problem.application().components().stream()
                .map(part -> part.withForms(part.forms().stream().map(form -> needing(form, random)).toList())).toList()));
    }

    private static Form needing(Form form, Random random) {
        return random.nextInt(2) == 0 ? form : form.withGpu(Optional.of(new Gpus(1 + random.nextInt(2),
                random.nextInt(3) > 0 ? Optional.empty() : vendor(random))));
    }

    private static Optional<GpuVendor> vendor(Random random) {
        return Optional.of(random.nextInt(3) == 0 ? GpuVendor.AMD : GpuVendor.NVIDIA);
    }
}
