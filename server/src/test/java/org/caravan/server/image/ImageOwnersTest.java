package org.caravan.server.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import org.caravan.application.Routers;
import org.caravan.image.ImageRepository;
import org.caravan.server.Tables;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.organisation.Ownership.Kind;
import org.caravan.server.rest.ProblemException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

class ImageOwnersTest {

    private static final OrganisationScope ACME = OrganisationScope.of("acme");
    private static final OrganisationScope OTHER = OrganisationScope.of("other");

    @TempDir
    Path folder;

    private Ownership owners;
    private ImageOwners images;

    @BeforeEach
    void open() {
        JdbcClient database = JdbcClient.create(Tables.in(folder));
        owners = new Ownership(database);
        images = new ImageOwners(owners, new ImageRepository(folder.resolve("images"), Clock.systemUTC()), database);
    }

    @Test
    void anImageIsUsedByItsOrganisationOnly() {
        images.claim("acme/web", ACME);
        assertThat(images.mayUse(ACME, "acme/web")).isTrue();
        assertThat(images.mayUse(OTHER, "acme/web")).isFalse();
        assertThatThrownBy(() -> images.claim("acme/web", OTHER)).isInstanceOf(ProblemException.class);
    }

    /** An organisation that owned it would decide what the routers of all others run, or that they have none. */
    @Test
    void theImageOfRoutersIsOfTheInstallationAndUsedByAll() {
        assertThatThrownBy(() -> images.claim(Routers.IMAGE, ACME)).isInstanceOf(ProblemException.class)
                .hasMessageContaining("routers of all organisations");
        assertThatCode(() -> images.claim(Routers.IMAGE, OrganisationScope.ALL)).doesNotThrowAnyException();
        assertThat(images.mayUse(ACME, Routers.IMAGE)).isTrue();
        assertThat(images.mayUse(OTHER, Routers.IMAGE)).isTrue();
    }

    @Test
    void theEnginesOfServicesAreABaseForAllButOnlyTheInstallationReplacesThem() {
        assertThatThrownBy(() -> images.claim("caravan/services/web", ACME)).isInstanceOf(ProblemException.class)
                .hasMessageContaining("engine of the services");
        assertThat(images.mayBuildOn(ACME, "caravan/services/web")).as("before it is pushed").isFalse();
        images.claim("caravan/services/web", OrganisationScope.ALL);
        assertThat(images.mayBuildOn(ACME, "caravan/services/web")).isTrue();
        images.claim("acme/web", ACME);
        assertThat(images.mayBuildOn(ACME, "acme/web")).isTrue();
        assertThat(images.mayBuildOn(OTHER, "acme/web")).isFalse();
    }

    @Test
    void noOrganisationBlocksTheNameInOtherCase() {
        assertThatThrownBy(() -> images.claim("caravan/Router", ACME)).isInstanceOf(ProblemException.class);
        assertThatCode(() -> images.claim(Routers.IMAGE, OrganisationScope.ALL)).doesNotThrowAnyException();
    }

    @Test
    void anOwnerFromAnEarlierVersionIsReplacedByTheInstallation() {
        owners.claim(Kind.IMAGE, Routers.IMAGE, "acme");
        assertThat(images.mayUse(ACME, Routers.IMAGE)).isTrue();
        assertThat(images.mayUse(OTHER, Routers.IMAGE)).isFalse();
        images.claim(Routers.IMAGE, OrganisationScope.ALL);
        assertThat(owners.of(Kind.IMAGE, Routers.IMAGE)).contains(Organisations.DEFAULT);
        assertThat(images.mayUse(OTHER, Routers.IMAGE)).isTrue();
    }
}
