package org.caravan.solver;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanAssembly;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.figure.AlternativeFigures;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.bound.LagrangianBound;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.report.InstanceReasons;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.search.ConstructionHeuristic;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What planning spends its time on, each part by itself. Public only because JMH makes classes from it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgs = "-Xmx512m")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class InnerParts {

    @Param({"10x20", "50x200", "200x1000"})
    public String size;

    private PlacementProblem problem;
    private CompiledProblem tables;
    private IncrementalScore score;
    private Assignment start;
    private DeploymentPlan plan;
    private List<RequestLatency> latencies;
    private Random random;

    @Setup(Level.Trial)
    public void prepare() {
        BenchProblem.Size chosen = BenchProblem.Size.of(size);
        problem = BenchProblem.of(chosen, 1, false);
        tables = ProblemCompiler.of(problem);
        start = new ConstructionHeuristic(tables).find();
        score = new IncrementalScore(tables);
        score.load(start.positions());
        plan = PlanAssembly.of(problem, start.hostIds(tables));
        latencies = new PlanFigures(problem, plan).latencies();
        random = new Random(1);
    }

    /** One instance goes to a random host it may be on, the score is read, and it goes back: what a rejected move costs. */
    @Benchmark
    public long scoreOfAMove() {
        int instance = random.nextInt(start.positions().length);
        int[] positions = tables.instance(instance).positions();
        int before = score.positionOf(instance);
        score.place(instance, positions[random.nextInt(positions.length)]);
        long points = score.hard() + score.soft();
        score.place(instance, before);
        return points;
    }

    /** All from the beginning, as a search without an incremental score would have to for each move. */
    @Benchmark
    public long scoreFromScratch() {
        Assignment whole = Assignment.of(tables, start.positions());
        return whole.hard() + whole.soft();
    }

    /** Best paths per pair of sites, demands, candidates and links. */
    @Benchmark
    public Object tables() {
        return ProblemCompiler.of(problem);
    }

    @Benchmark
    public Object firstPlacement() {
        return new ConstructionHeuristic(tables).find();
    }

    /** Why each instance is where it is: what the report says of all of them. */
    @Benchmark
    public Object reasons() {
        AlternativeFigures elsewhere = new AlternativeFigures(problem, plan, latencies);
        return new InstanceReasons(problem, tables, start, elsewhere).all();
    }

    /** The bound by relaxation, for the first placement. */
    @Benchmark
    public long certificate() {
        return new LagrangianBound(tables).below(start.soft());
    }
}
