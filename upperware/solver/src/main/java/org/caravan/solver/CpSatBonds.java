package org.caravan.solver;

import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.LinearExprBuilder;
import com.google.ortools.sat.Literal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.caravan.application.Separation;

/** Of a model for CP-SAT: who must or should be with whom, or away from them. */
final class CpSatBonds {

    private final CpModel model;
    private final PlacementTables tables;
    private final CpSatSeats seats;
    private final LinearExprBuilder cost;

    /** @param cost of which it is told what preferences cost that are given up */
    CpSatBonds(CpModel model, PlacementTables tables, CpSatSeats seats, LinearExprBuilder cost) {
        this.model = model;
        this.tables = tables;
        this.seats = seats;
        this.cost = cost;
    }

    void add() {
        tables.separated().forEach(this::add);
        tables.couplings().all().forEach(this::add);
    }

    private void add(Separated pair) {
        if (pair.by() == Separation.By.FORM) {
            Map<Integer, List<Literal>> byRank = new HashMap<>();
            for (int tenant : new int[] {pair.one(), pair.other()}) {
                for (int host : tables.tenant(tenant).seats()) {
                    if (seats.on(tenant, host) != null) {
                        byRank.computeIfAbsent(tables.tenant(pair.one()).formRank(tables.seat(host)), any -> new ArrayList<>()).add(seats.on(tenant, host));
                    }
                }
            }
            byRank.values().forEach(model::addAtMostOne);
            return;
        }
        for (int place = 0; place < places(pair.by()); place++) {
            Literal one = at(pair.by(), pair.one(), place);
            Literal other = at(pair.by(), pair.other(), place);
            if (one != null && other != null) {
                model.addBoolOr(new Literal[] {one.not(), other.not()});
            }
        }
    }

    private void add(Coupled coupled) {
        BoolVar broken = coupled.required() ? null : model.newBoolVar("");
        if (broken != null) {
            cost.addTerm(broken, coupled.points());
        }
        for (int place = 0; place < places(coupled.coupling().by()); place++) {
            Literal one = at(coupled.coupling().by(), coupled.one(), place);
            if (one == null) {
                continue;
            }
            List<Literal> kept = new ArrayList<>(List.of(one.not()));
            if (broken != null) {
                kept.add(broken);
            }
            int here = place;
            List<Literal> others = Arrays.stream(coupled.others()).mapToObj(other -> at(coupled.coupling().by(), other, here)).filter(Objects::nonNull).toList();
            if (coupled.together()) {
                kept.addAll(others);
                model.addBoolOr(kept);
            } else {
                others.forEach(other -> {
                    List<Literal> away = new ArrayList<>(kept);
                    away.add(other.not());
                    model.addBoolOr(away);
                });
            }
        }
    }

    /** What is not by site is by host, as of {@link Coupled#near}. */
    private int places(Separation.By by) {
        return by == Separation.By.SITE ? tables.sites() : tables.hosts();
    }

    private Literal at(Separation.By by, int tenant, int place) {
        return by == Separation.By.SITE ? seats.at(tenant, place) : seats.on(tenant, place);
    }
}
