package org.caravan.solver.optaplanner;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.NearSites;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.HostOccupancy;
import org.caravan.solver.score.IncrementalScore;

/**
 * Selects random moves that are likely to improve the score. An instance moves near a peer, or two linked instances or a neighbourhood
 * move together. Other moves empty a host, swap two instances, or ruin and recreate a part of a cluster.
 */
final class MoveSelector {

    private static final int TRIES = 4;

    private final CompiledProblem tables;
    private final List<PlacementEntity> all;
    private final PlacementEntity[] movable;
    private final DomainIndex index;
    private final NearSites near;
    private final RuinRecreate recreation;
    private final IncrementalScore running;
    private final HostOccupancy residents;
    private final CompoundMove group;

    MoveSelector(PlacementSolution plan) {
        this.tables = plan.tables();
        this.all = plan.entities();
        this.running = plan.running();
        this.residents = running.residents();
        this.movable = all.stream()
                .filter(PlacementEntity::isFree)
                .toArray(PlacementEntity[]::new);
        this.index = new DomainIndex(tables);
        this.near = new NearSites(tables);
        this.recreation = new RuinRecreate(plan, index);
        this.group = new CompoundMove(tables.instances().size());
    }

    /** Whether any instance is movable. */
    boolean any() {
        return movable.length > 0;
    }

    PlacementMove next(Random random) {
        PlacementEntity one = movable[random.nextInt(movable.length)];
        int kind = random.nextInt(1_000);
        if (kind < 500) {
            return single(one, random);
        }
        if (kind < 600) {
            return joining(one, random);
        }
        if (kind < 760) {
            return pair(one, random);
        }
        if (kind < 830) {
            return neighbourhood(one, random);
        }
        if (kind < 930) {
            return swap(one, random);
        }
        return kind < 980 ? emptying(one, random) : recreation.near(one, random);
    }

    /** Moves to a site near a peer, or anywhere. */
    private PlacementMove single(PlacementEntity one, Random random) {
        return PlacementMove.of(one, positionAt(one, site(one, random), random));
    }

    /** Moves to the host of a peer. */
    private PlacementMove joining(PlacementEntity one, Random random) {
        PlacementEntity peer = peer(one, random);
        boolean may = peer != null && !peer.isUsers() && index.may(one.index(), peer.position());
        return may ? PlacementMove.of(one, peer.position()) : single(one, random);
    }

    private PlacementMove pair(PlacementEntity one, Random random) {
        PlacementEntity peer = peer(one, random);
        if (peer == null || !peer.isFree()) {
            return single(one, random);
        }
        int site = site(random.nextBoolean() ? one : peer, random);
        Position position = positionAt(one, site, random);
        boolean together = random.nextBoolean() && index.may(peer.index(), position);
        return new PlacementMove(
                new PlacementEntity[] {one, peer}, new Position[] {position, together ? position : positionAt(peer, site, random)});
    }

    /** Moves with all peers to one site, on the same host if possible. */
    private PlacementMove neighbourhood(PlacementEntity one, Random random) {
        int site = site(one, random);
        Position position = positionAt(one, site, random);
        boolean together = random.nextBoolean();
        group.clear();
        group.add(one, position);
        for (LinkModel link : tables.linksOf()[one.index()]) {
            PlacementEntity peer = all.get(link.from() == one.index() ? link.to() : link.from());
            if (peer.isFree()) {
                group.add(peer, together && index.may(peer.index(), position) ? position : positionAt(peer, site, random));
            }
        }
        return group.relocation();
    }

    private PlacementMove swap(PlacementEntity one, Random random) {
        Position there = positionAt(one, random.nextInt(3) == 0 ? one.position().site() : site(one, random), random);
        int other = residents.first(there.index());
        for (int skip = random.nextInt(TRIES); skip > 0 && other != Position.NONE && residents.next(other) != Position.NONE; skip--) {
            other = residents.next(other);
        }
        if (other == Position.NONE || other == one.index() || !all.get(other).isFree() || !index.may(other, one.position())) {
            return PlacementMove.of(one, there);
        }
        return new PlacementMove(new PlacementEntity[] {one, all.get(other)}, new Position[] {there, one.position()});
    }

    /** Moves all instances of the host to another host, or to several hosts of one site: an empty host costs nothing. */
    private PlacementMove emptying(PlacementEntity one, Random random) {
        int site = random.nextBoolean() ? one.position().site() : site(one, random);
        Position position = positionAt(one, site, random);
        boolean together = random.nextBoolean();
        group.clear();
        for (int instance = residents.first(one.position().index()); instance != Position.NONE; instance = residents.next(instance)) {
            PlacementEntity other = all.get(instance);
            if (other.isFree()) {
                group.add(other, together && index.may(instance, position) ? position : positionAt(other, site, random));
            }
        }
        return group.relocation();
    }

    /** Returns null if there is no peer. */
    private PlacementEntity peer(PlacementEntity one, Random random) {
        LinkModel[] links = tables.linksOf()[one.index()];
        if (links.length == 0) {
            return null;
        }
        LinkModel link = links[random.nextInt(links.length)];
        return all.get(link.from() == one.index() ? link.to() : link.from());
    }

    private int site(PlacementEntity one, Random random) {
        int kind = random.nextInt(10);
        PlacementEntity peer = kind == 0 ? null : peer(one, random);
        if (peer == null) {
            return random.nextInt(tables.sites());
        }
        return kind < 5 && !peer.isUsers() ? peer.position().site() : near.draw(peer.position(), tables.hosts(), random);
    }

    /**
     * Draws a few hosts of the site and prefers an open host with capacity, then any host with capacity. Draws any feasible host if the
     * site has none.
     */
    private Position positionAt(PlacementEntity one, int site, Random random) {
        int[] there = index.at(one.index(), site);
        if (there.length == 0) {
            int[] anywhere = one.instance().positions();
            return tables.position(anywhere[random.nextInt(anywhere.length)]);
        }
        Position best = tables.position(there[random.nextInt(there.length)]);
        for (int tried = 0; tried < TRIES && !good(one, best); tried++) {
            Position position = tables.position(there[random.nextInt(there.length)]);
            boolean better = running.memoryLeft(one.instance(), position.index()) >= 0
                    && (running.isOpen(position.index()) || running.memoryLeft(one.instance(), best.index()) < 0);
            best = better ? position : best;
        }
        return best;
    }

    private boolean good(PlacementEntity one, Position position) {
        return running.isOpen(position.index()) && running.memoryLeft(one.instance(), position.index()) >= 0;
    }

    /** Builder of a compound move; each instance occurs once. */
    static final class CompoundMove {

        private final List<PlacementEntity> who = new ArrayList<>();
        private final List<Position> where = new ArrayList<>();
        private final boolean[] named;

        CompoundMove(int instances) {
            this.named = new boolean[instances];
        }

        void clear() {
            who.forEach(entity -> named[entity.index()] = false);
            who.clear();
            where.clear();
        }

        void add(PlacementEntity entity, Position position) {
            if (!named[entity.index()]) {
                named[entity.index()] = true;
                who.add(entity);
                where.add(position);
            }
        }

        PlacementMove relocation() {
            return new PlacementMove(who.toArray(PlacementEntity[]::new), where.toArray(Position[]::new));
        }
    }
}
