package org.caravan.server.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.change.Step;
import org.caravan.change.StepKind;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.forecast.StartTimes;
import org.caravan.forecast.StartTimes.Estimate;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;
import org.caravan.problem.PlacementProblem.LearnedStart;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.sqlite.SQLiteDataSource;

/** Starts are recorded from the begin of CREATE to the end of CONFIRM, in the tables of the migration, and known to plans at once. */
class StartRecorderTest {

    private static final Optional<String> UNKNOWN = Optional.empty();
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-27T08:00:00Z"), ZoneOffset.UTC);
    private static final Infrastructure SITES = CaravanLanguage.parse(Map.of("sites.caravan", """
            infrastructure two {
              host type pi { arch arm64  cores 4  memory 1 GiB  disk 8 GiB  price 5.00 EUR/month }
              site east {
                kind edge  country NO  position 60.4 5.3
                isp BKK { ipv4 "10.1.1.0/24" gateway "10.1.1.1" }
                provider lxc { credentials bed  host pi-1 of pi at "198.18.1.1"  host pi-2 of pi at "198.18.1.2" }
              }
            }
            """)).infrastructures().get(0);

    private StartTimeStore store;
    private LearnedStarts learned;
    private StartRecorder recorder;
    private ImageRepository images;
    private Path folder;
    private long nanos;

    @BeforeEach
    void tables(@TempDir Path folder) throws Exception {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + folder.resolve("starts.db"));
        JdbcClient database = JdbcClient.create(source);
        String migration = Files.readString(Path.of("src/main/resources/db/migration/V51__start_times.sql")).replaceAll("--.*", "");
        for (String statement : migration.split(";")) {
            if (!statement.isBlank()) {
                database.sql(statement).update();
            }
        }
        store = new StartTimeStore(database);
        images = new ImageRepository(folder, CLOCK);
        this.folder = folder;
        learned = new LearnedStarts(store, images, () -> Optional.of(SITES), true, CLOCK);
        recorder = new StartRecorder(store, learned, () -> Optional.of(SITES), true, CLOCK, () -> nanos, Runnable::run);
    }

    private static Step step(StepKind kind, String hostId, long generation) {
        CopySpec spec = new CopySpec(FormKind.CONTAINER, "web", new MilliCores(100), Bytes.ofMebi(64), Map.of(), List.of(), List.of(),
                List.of(), Optional.empty(), Optional.empty(), Optional.empty());
        return new Step(1, kind, Optional.of(hostId), Optional.of(new CopyId("shop", new InstanceId("web", 1), generation)),
                Optional.of(spec), List.of(), Optional.empty(), List.of(), "new", new TreeSet<>());
    }

    private void start(long run, StepKind ended, String outcome) {
        recorder.begins(run, step(StepKind.CREATE, "pi-1", run));
        nanos += 300_000_000;
        recorder.ended(run, step(StepKind.CREATE, "pi-1", run), ended == StepKind.CREATE ? outcome : "DONE");
        nanos += 120_000_000;
        recorder.begins(run, step(StepKind.CONFIRM, "pi-1", run));
        recorder.ended(run, step(StepKind.CONFIRM, "pi-1", run), ended == StepKind.CREATE ? "SKIPPED" : outcome);
    }

    private List<StartTimes.Start> recorded() {
        return store.starts().stream().map(StartTimeStore.Kept::start).toList();
    }

    @Test
    void fromTheBeginOfTheCreationUntilTheCopyIsReady() {
        start(1, StepKind.CONFIRM, "DONE");
        assertThat(recorded()).containsExactly(new StartTimes.Start("container", "pi-1", "pi", "web", UNKNOWN, Duration.ofMillis(420)));
        assertThat(store.starts().get(0).at()).isEqualTo(CLOCK.instant());
        Estimate other = learned.estimate("container", "web", SITES.host("pi-2"), SITES).orElseThrow();
        assertThat(other.basis()).isEqualTo(StartTimes.Basis.IMAGE_ON_HOST_TYPE);
        assertThat(other.transfer()).as("neither size nor rate is known").isEmpty();
    }

    @Test
    void aStartThatFailsOrBeganEarlierIsNotRecorded() {
        start(1, StepKind.CREATE, "FAILED");
        start(2, StepKind.CONFIRM, "FAILED");
        recorder.ended(3, step(StepKind.CONFIRM, "pi-1", 3), "DONE");
        new StartRecorder(store, learned, () -> Optional.of(SITES), false, CLOCK, () -> nanos, Runnable::run)
                .transferred("pi-1", "web", 1 << 20, Duration.ofSeconds(1));
        assertThat(recorded()).isEmpty();
        assertThat(store.transfers()).as("of simulated hosts").isEmpty();
    }

    @Test
    void theNewestOfAKindAreKept() {
        StartTimes.Start start = new StartTimes.Start("container", "pi-1", "pi", "web", UNKNOWN, Duration.ofMillis(1));
        for (int second = 0; second < 30; second++) {
            store.keep(start, CLOCK.instant().plusSeconds(second));
        }
        assertThat(store.starts()).hasSize(StartTimes.REMEMBERED);
        assertThat(store.starts().get(0).at()).isEqualTo(CLOCK.instant().plusSeconds(29));
        store.keep(new StartTimes.Start("microvm", "pi-1", "pi", "web", UNKNOWN, Duration.ofMillis(1)),
                CLOCK.instant().plus(Duration.ofDays(91)));
        store.expire(CLOCK.instant().plus(Duration.ofDays(91)));
        assertThat(store.starts()).as("older than 90 days").hasSize(1);
    }

    @Test
    void aTransferGivesTheRateOfTheHost() {
        recorder.transferred("pi-1", "web", 10_000_000, Duration.ofSeconds(8));
        assertThat(learned.rate("pi-1")).contains(1_250_000.0);
    }

    /** Rounded, so that hosts that differ by noise stay equal. Without a goal on startup, problems of plans do not change. */
    @Test
    void plansWithAGoalOnStartupKnowThem() {
        nanos = 0;
        start(1, StepKind.CONFIRM, "DONE");
        store.keep(new StartTimes.Start("container", "pi-2", "pi", "web", UNKNOWN, Duration.ofMillis(1_234)), CLOCK.instant());
        learned.readAgain();
        assertThat(learned.of(model(""), SITES)).isEmpty();
        assertThat(learned.of(model("minimise startup"), SITES)).containsExactly(
                new LearnedStart("pi-1", FormKind.CONTAINER, "web", new Millis(400)),
                new LearnedStart("pi-2", FormKind.CONTAINER, "web", new Millis(1_250)));
    }

    @Test
    void aFormOfTwoComponentsIsKnownOnce() {
        start(1, StepKind.CONFIRM, "DONE");
        assertThat(learned.of(model("component copy { form container { image \"web\"  cpu 0.5  memory 96 MiB } }\nminimise startup"),
                SITES)).extracting(LearnedStart::hostId).containsExactly("pi-1", "pi-2");
    }

    /** Nothing is held for a start time that is unknown on some host. */
    @Test
    void replicasAreRequestedEarlyEnoughForTheSlowestHost() throws Exception {
        publish("1", 5_000_000);
        start(1, StepKind.CONFIRM, "DONE");
        assertThat(slowest(SITES)).as("how fast pi-2 receives the image").isEmpty();
        recorder.transferred("pi-2", "db", 1_000_000, Duration.ofSeconds(1));
        learned.readAgain();
        assertThat(slowest(SITES)).contains(Duration.ofMillis(5_420));
        recorder.transferred("pi-2", "web", 5_000_000, Duration.ofSeconds(5));
        learned.readAgain();
        assertThat(slowest(SITES)).as("pi-2 has the image").contains(Duration.ofMillis(420));
        publish("2", 2_000_000);
        assertThat(slowest(SITES)).as("pi-1 does not have this version, and its rate is unknown").isEmpty();
    }

    @Test
    void machinesThatAreProvisionedOnDemandStartFirst() throws Exception {
        publish("1", 5_000_000);
        start(1, StepKind.CONFIRM, "DONE");
        recorder.transferred("pi-2", "web", 5_000_000, Duration.ofSeconds(5));
        learned.readAgain();
        assertThat(slowest(rented(Optional.of(new Millis(90_000))))).contains(Duration.ofMillis(90_420));
        assertThat(slowest(rented(Optional.empty()))).as("the time to provision it is unknown").isEmpty();
    }

    /** A step that succeeded stays so. */
    @Test
    void faultsDoNotReachTheStep() {
        StartRecorder faulty = new StartRecorder(store, learned, () -> {
            throw new IllegalStateException("no infrastructure");
        }, true, CLOCK, () -> nanos, Runnable::run);
        faulty.begins(1, step(StepKind.CREATE, "pi-1", 1));
        faulty.ended(1, step(StepKind.CONFIRM, "pi-1", 1), "DONE");
        faulty.transferred("pi-1", "web", 5_000_000, Duration.ofSeconds(5));
        assertThat(recorded()).isEmpty();
    }

    private Optional<Duration> slowest(Infrastructure infrastructure) {
        return new LearnedStarts(store, images, () -> Optional.of(infrastructure), true, CLOCK)
                .slowest(model("").component("web"));
    }

    /** The same hosts; pi-2 is provisioned on demand. */
    private static Infrastructure rented(Optional<Millis> startup) {
        HostType pi = SITES.hostTypes().get(0);
        Host machine = Host.rented("pi-2", "pi", new Rental(new Region("openstack", Optional.empty(), "east", Optional.empty(), "os"),
                "small", "debian", false));
        Site east = SITES.sites().get(0);
        return new Infrastructure(SITES.name(), List.of(startup.map(pi::withStartup).orElse(pi)), List.of(new Site(east.id(), east.kind(),
                east.country(), east.position(), east.isps(), List.of(SITES.host("pi-1"), machine), east.vantage())));
    }

    private void publish(String content, long bytes) throws Exception {
        ContentDigest digest = ContentDigest.of(new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)));
        Files.createDirectories(folder.resolve("layers"));
        Files.writeString(folder.resolve("layers/sha256-" + digest.hex() + ".tar.zst"), content);
        images.publish(new ImageManifest("web", ImageKind.CONTAINER, Architecture.ARM64, List.of(new Layer(digest, bytes)),
                List.of("/web"), Map.of()));
    }

    private static ApplicationModel model(String goal) {
        return CaravanLanguage.parse(Map.of("shop.caravan", """
                application shop {
                  component web { form container { image "web"  cpu 0.2  memory 96 MiB }  provides http on 80 }
                  users east { at east via BKK ipv4  rate 10 requests/s  mix home 100 % }
                  request home { users -> web  turns 3  bytes 24 KiB }
                """ + goal + "\n}")).applications().get(0);
    }
}
