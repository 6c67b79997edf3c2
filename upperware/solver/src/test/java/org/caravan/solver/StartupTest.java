package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adaptation.Forecast;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblem.LearnedStart;
import org.caravan.solver.build.Startups;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

/** A machine that is rented is cheap, and takes a minute to be there. */
class StartupTest {

    private final PlacementProblem shop = rented(CostlyProblems.with(SockShop.first(), SockShop.application().components(),
            List.of(new Goal.MinimiseCost(1)), List.of()));

    @Test
    void whoWouldComeLateIsPlacedWhereItStartsSooner() {
        assertThat(hosts(planned(shop))).containsExactly("server-1");
        Planned soon = planned(starting(List.of(), 100));
        assertThat(hosts(soon)).contains("pi-3");
        assertThat(PlanReportText.of(soon.report())).contains("startupMinimised")
                .contains("starts sooner (on server-1: +60.00 s of startup)");
    }

    @Test
    void whatAForecastTellsInTimeIsNotLate() {
        Planned told = planned(starting(List.of(forecast("browse", 90), forecast("checkout", 63)), 100));
        assertThat(hosts(told)).containsExactly("server-1");
        assertThat(PlanReportText.of(told.report())).contains("0.00 s late = startup × 100.0");
        // Half a second of each that an order passes is too little to go for.
        Planned shorter = planned(starting(List.of(forecast("browse", 90), forecast("checkout", 61.5)), 0.001));
        assertThat(hosts(shorter)).containsExactly("server-1");
        assertThat(PlanReportText.of(shorter.report())).contains("startup × 0.001");
    }

    @Test
    void whoSaysNothingIsToldAndCountsAsTheSlowest() {
        PlacementProblem silent = GeneratedStartups.with(shop, shop.application().components(), List.of(), 100);
        Planned planned = planned(silent);
        assertThat(hosts(planned)).contains("pi-3");
        assertThat(planned.report().notes()).anyMatch(note -> note.startsWith("no startup is stated of forms of carts, "));
        Startups startups = new Startups(silent, 1);
        HostType unstated = SockShop.type("other", Architecture.AMD64, 1, 1, 1);
        Host machine = shop.infrastructure().hosts().stream().filter(host -> host.rental().isPresent()).findFirst().orElseThrow();
        Host box = shop.infrastructure().hosts().stream().filter(host -> host.rental().isEmpty()).findFirst().orElseThrow();
        assertThat(startups.of(machine, unstated)).isEqualTo(new Millis(60_000));
        assertThat(startups.of(box, unstated)).isEqualTo(Millis.ZERO);
    }

    /** Unknown hosts are not preferred to those of which the start-up time is known. */
    @Test
    void aHostWithoutLearnedStartsCountsAsTheSlowestLearned() {
        PlacementProblem silent = GeneratedStartups.with(shop, shop.application().components(), List.of(), 100);
        Component carts = silent.application().component("carts");
        Form form = carts.forms().get(0);
        List<Host> hosts = silent.infrastructure().hosts().stream().filter(host -> host.formKinds().contains(form.kind())).toList();
        List<LearnedStart> all = hosts.stream().map(host -> new LearnedStart(host.id(), form.kind(), form.image(),
                new Millis(host.equals(hosts.get(1)) ? 8_000 : 500))).toList();
        assertThat(new Startups(silent.withStarts(all), 1).unstated().orElseThrow()).doesNotContain(" carts,");
        Startups partly = new Startups(silent.withStarts(all.subList(0, 2)), 1);
        assertThat(partly.ofForm(carts, form, hosts.get(0))).isEqualTo(new Millis(500));
        assertThat(partly.ofForm(carts, form, hosts.get(2))).isEqualTo(new Millis(8_000));
        assertThat(partly.unstated().orElseThrow()).contains(" carts,");
        Form stated = form.withStartup(new Millis(2_000));
        assertThat(partly.ofForm(carts.withForms(List.of(stated)), stated, hosts.get(2))).as("what is stated counts")
                .isEqualTo(new Millis(2_000));
    }

    private PlacementProblem starting(List<Forecast> forecasts, double weight) {
        return GeneratedStartups.with(shop, GeneratedStartups.starting(shop.application().components(), Optional.of(new Millis(2_000))),
                forecasts, weight);
    }

    private static Forecast forecast(String requestId, double horizon) {
        return new Forecast(requestId, Forecast.Method.SARIMA, 600, horizon);
    }

    private static Planned planned(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    private static Set<String> hosts(Planned planned) {
        return planned.plan().instances().stream().map(InstancePlacement::hostId).collect(Collectors.toSet());
    }

    private static PlacementProblem rented(PlacementProblem problem) {
        Infrastructure before = problem.infrastructure();
        List<HostType> types = before.hostTypes().stream()
                .map(type -> type.id().equals("server") ? type.withCost(new MonthlyCost(100)).withStartup(new Millis(60_000)) : type)
                .toList();
        return problem.withInfrastructure(new Infrastructure(before.name(), types, before.sites().stream()
                .map(site -> site.id().equals("simula") ? rented(site) : site).toList()));
    }

    private static Site rented(Site site) {
        Region region = new Region("openstack", Optional.empty(), site.id(), Optional.empty(), "os");
        List<Host> hosts = site.hosts().stream().map(host -> Host.rented(host.id(), host.hostTypeId(),
                new Rental(region, "small", "debian", false))).toList();
        return new Site(site.id(), site.kind(), site.country(), site.position(), site.isps(), hosts, site.vantage());
    }
}
