package org.caravan.server.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.archive.ImageImport;
import org.caravan.image.archive.Incoming;
import org.caravan.infrastructure.Architecture;
import org.caravan.server.Tables;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.organisation.Ownership.Kind;
import org.caravan.server.rest.ProblemException;
import org.caravan.testing.RawTar;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** After a failure, an image and its owner are as before, for both architectures. */
class ComposedImagesTest {

    private static final OrganisationScope ACME = OrganisationScope.of("acme");
    private static final String NAME = "service/shop";
    private static final String BASE = "caravan/services/web";

    @TempDir
    Path folder;

    private Ownership owners;
    private ImageRepository repository;
    private ImageImport importer;
    private ComposedImages images;

    @BeforeEach
    void open() throws Exception {
        JdbcClient database = JdbcClient.create(Tables.in(folder));
        owners = new Ownership(database);
        repository = new ImageRepository(folder.resolve("images"), Clock.systemUTC());
        importer = new ImageImport(repository, folder.resolve("images/.incoming"));
        images = new ComposedImages(repository, importer, new ImageOwners(owners, repository, database), null, 10_000_000);
        for (Architecture architecture : Architecture.values()) {
            importer.rootfs(new Incoming(layer("engine"), Optional.of(BASE), Optional.of(architecture), List.of("/bin/start"), Map.of(),
                    10_000_000));
        }
    }

    private Path layer(String content) throws Exception {
        return Files.write(folder.resolve("layer"), new RawTar().file("file", content).ended());
    }

    private Path noTar() throws Exception {
        return Files.write(folder.resolve("none"), "no tar".repeat(200).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aLayerThatIsRefusedLeavesNoOwner() throws Exception {
        Path refused = noTar();
        assertThatThrownBy(() -> images.compose(refused, NAME, BASE, ACME)).isInstanceOf(ImageFault.class);
        assertThat(owners.of(Kind.IMAGE, NAME)).isEmpty();
        assertThat(repository.find(NAME)).isEmpty();
        assertThat(images.compose(layer("a"), NAME, BASE, OrganisationScope.of("other")).before()).isEmpty();
    }

    @Test
    void theOwnerOfAnotherOrganisationStays() throws Exception {
        owners.claim(Kind.IMAGE, NAME, "other");
        Path layer = layer("a");
        assertThatThrownBy(() -> images.compose(layer, NAME, BASE, ACME)).isInstanceOf(ProblemException.class);
        assertThat(owners.of(Kind.IMAGE, NAME)).contains("other");
    }

    @Test
    void aNewImageIsRemovedForBothArchitectures() throws Exception {
        ComposedImages.Composed composed = images.compose(layer("a"), NAME, BASE, ACME);
        assertThat(composed.architectures()).containsExactly("amd64", "arm64");
        images.undo(composed);
        assertThat(repository.find(NAME)).isEmpty();
        assertThat(owners.of(Kind.IMAGE, NAME)).isEmpty();
        images.undo(composed); // also without an image
    }

    /** The engine was built again, for one of its two architectures. */
    @Test
    void anArchitectureThatTheEngineHasNoLongerLeavesTheImage() throws Exception {
        images.compose(layer("a"), NAME, BASE, ACME);
        ImageIndex before = repository.index(NAME);
        repository.restore(new ImageIndex(BASE, List.of(repository.manifest(BASE, Architecture.ARM64))));
        ComposedImages.Composed composed = images.compose(layer("b"), NAME, BASE, ACME);
        assertThat(composed.architectures()).containsExactly("arm64");
        assertThat(repository.index(NAME).manifests()).extracting(ImageManifest::architecture).containsExactly(Architecture.ARM64);
        images.undo(composed);
        assertThat(repository.index(NAME)).isEqualTo(before);
    }

    @Test
    void anEarlierImageIsPutBackForBothArchitectures() throws Exception {
        images.compose(layer("a"), NAME, BASE, ACME);
        ImageIndex before = repository.index(NAME);
        ComposedImages.Composed composed = images.compose(layer("b"), NAME, BASE, ACME);
        assertThat(repository.index(NAME)).isNotEqualTo(before);
        images.undo(composed);
        assertThat(repository.index(NAME)).isEqualTo(before);
        assertThat(owners.of(Kind.IMAGE, NAME)).contains("acme");
        Path refused = noTar();
        assertThatThrownBy(() -> images.compose(refused, NAME, BASE, ACME)).isInstanceOf(ImageFault.class);
        assertThat(repository.index(NAME)).isEqualTo(before);
    }

    /** An engine that was built again can differ in its start or its environment only. */
    @Test
    void anEngineWithAnotherEnvironmentGivesAnotherVersionAndAnotherImage() throws Exception {
        Path layer = layer("a");
        images.compose(layer, NAME, BASE, ACME);
        String version = images.version(layer, BASE);
        images.compose(layer, NAME + ".1", BASE, ACME);
        assertThat(images.same(NAME, NAME + ".1")).isTrue();
        assertThat(images.version(layer, BASE)).isEqualTo(version);
        for (Architecture architecture : Architecture.values()) {
            ImageManifest engine = repository.manifest(BASE, architecture);
            repository.publish(new ImageManifest(BASE, engine.kind(), architecture, engine.layers(), engine.start(), Map.of("A", "b")));
        }
        images.compose(layer, NAME + ".2", BASE, ACME);
        assertThat(images.same(NAME, NAME + ".2")).isFalse();
        assertThat(images.version(layer, BASE)).isNotEqualTo(version);
        assertThat(images.same(NAME, NAME + ".3")).isFalse();
        assertThat(images.architectures(NAME)).containsExactly("amd64", "arm64");
        assertThat(images.architectures(NAME + ".3")).isEmpty();
    }
}
