package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.application.Request;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.IpFamily;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.lint.PlanLint;
import org.caravan.plan.lint.Remark;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

/** A virtual machine has a rented host to itself: four hosts of 1 GiB, all alike, image "debian". */
class VmTest {

    private static final Form SMALL = Form.container("web", new MilliCores(10), Bytes.ofMebi(1), Set.of(Architecture.AMD64), Map.of());

    @Test
    void nothingElseIsOnItsHostHoweverSmall() {
        Planned planned = plan(problem(vm("debian", 100, 64), SMALL, SMALL, vm("debian", 100, 64)));
        List<InstancePlacement> placed = planned.plan().instances();
        assertThat(placed).extracting(InstancePlacement::hostId).containsExactly("bergen-a-2", "bergen-a-9", "bergen-a-9", "bergen-a-10");
        assertThat(planned.report().cost()).hasToString("15.00 EUR/month");
        assertThat(placed.get(0).spec().form()).isEqualTo(FormKind.VM);
        assertThat(placed.get(0).spec().canonicalText()).startsWith("form vm\nimage debian\ncpu 4\nmemory 1 GiB\n")
                .contains("\nstart " + Script.command("true").digest());
    }

    @Test
    void whyAHostIsOutOfTheQuestionIsSaid() {
        assertThat(reasons(vm("other", 100, 64))).containsExactly("Instance (web-1:1) fits no host: runs no vm of other on 4 hosts.");
        assertThat(reasons(vm("debian", 100, 2048))).containsExactly("Instance (web-1:1) fits no host: too small a machine on 4 hosts.");
    }

    @Test
    void fiveMachinesAreNotFour() {
        Form machine = vm("debian", 100, 64);
        assertThat(new OptaPlannerPlanner().plan(problem(machine, machine, machine, machine, machine))).isInstanceOf(NoPlacement.class);
    }

    @Test
    void anotherApplicationFindsItTakenAndPlanningAgainMovesNothing() {
        PlacementProblem alone = problem(vm("debian", 100, 64));
        Planned first = plan(alone);
        assertThat(plan(Replanning.withTarget(alone, first.plan())).plan().instances()).isEqualTo(first.plan().instances());

        PlacementProblem later = PlacementProblems.of(problem(SMALL).application(), alone.infrastructure(), alone.inventory(),
                alone.network(),
                Optional.empty(), first.plan().asOtherPlacements(), PlanningPolicy.DEFAULT);
        Planned beside = plan(later);
        assertThat(beside.plan().instances().get(0).hostId()).isNotEqualTo(first.plan().instances().get(0).hostId());
        assertThat(beside.report().instances().get(0).removed()).containsExactly("insufficient memory on 1 host");
        Planned container = plan(problem(SMALL));
        PlacementProblem machine = PlacementProblems.of(alone.application(), alone.infrastructure(), alone.inventory(), alone.network(),
                Optional.empty(), container.plan().asOtherPlacements(), PlanningPolicy.DEFAULT);
        assertThat(plan(machine).report().instances().get(0).removed()).containsExactly("not free as a whole on 1 host");
    }

    @Test
    void ofAContainerAndAMachineThePreferredOneIsTaken() {
        PlacementProblem problem = problem(List.of(List.of(vm("debian", 100, 64), SMALL)));
        Planned planned = plan(problem);
        assertThat(planned.plan().instances().get(0).spec().form()).isEqualTo(FormKind.VM);
        assertThat(PlanDiff.of(Optional.empty(), planned.plan(), problem).canonicalText()).contains("web-1:1", "at bergen as vm");
        assertThat(PlanLint.of(problem, planned.plan(), planned.report())).extracting(Remark::code).doesNotContain("host-nearly-full");
        assertThat(plan(problem(List.of(List.of(vm("other", 100, 64), SMALL)))).plan().instances().get(0).spec().form())
                .isEqualTo(FormKind.CONTAINER);
    }

    private static List<String> reasons(Form form) {
        PlanningOutcome refused = new OptaPlannerPlanner().plan(problem(form));
        return ((NoPlacement) refused).reasons();
    }

    private static Planned plan(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    private static Form vm(String image, long cpu, long mebibytes) {
        return Form.vm(image, new MilliCores(cpu), Bytes.ofMebi(mebibytes), Set.of(Architecture.AMD64), Map.of(),
                new Scripts(Optional.empty(), Script.command("true"), Optional.empty()));
    }

    private static PlacementProblem problem(Form... forms) {
        return problem(List.of(forms).stream().map(List::of).toList());
    }

    /** One component for each list of forms. */
    private static PlacementProblem problem(List<List<Form>> forms) {
        PlacementProblem like = RentedHostsTest.problem(1, Set.of());
        List<Component> all = new ArrayList<>();
        for (List<Form> each : forms) {
            all.add(new Component("web-" + (all.size() + 1), false, each, SockShop.component("web", false, 1, 1).provides(), List.of()));
        }
        ApplicationModel application = new ApplicationModel("shop", "1", all, List.of(),
                List.of(SockShop.users("bergen", "users-bergen", "BKK", IpFamily.IPV4, 1, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop("users", "web-1", 1, 8)))), List.of(), List.of(new Goal.MinimiseCost(1)));
        return PlacementProblems.of(application, like.infrastructure(), like.inventory(), like.network(), Optional.empty(), List.of(),
                PlanningPolicy.DEFAULT);
    }
}
