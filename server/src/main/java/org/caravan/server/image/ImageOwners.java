package org.caravan.server.image;

import java.util.Locale;
import java.util.Optional;
import org.caravan.application.Routers;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.organisation.OwnedResource;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.organisation.Ownership.Kind;
import org.caravan.server.rest.ProblemException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Ownership of images and access to layers. A layer is stored once, but delivered only to organisations that uploaded it, because
 * knowledge of a digest must not give access to the content. Images and layers without a recorded owner belong to the organisation
 * default.
 */
@Component
public class ImageOwners implements OwnedResource {

    /** Images of the engines of services: the installation's, and a base for the images of all organisations. */
    private static final String ENGINES = "caravan/services/";

    private final Ownership owners;
    private final ImageRepository repository;
    private final JdbcClient database;

    ImageOwners(Ownership owners, ImageRepository repository, JdbcClient database) {
        this.owners = owners;
        this.repository = repository;
        this.database = database;
    }

    @Override
    public Kind kind() {
        return Kind.IMAGE;
    }

    @Override
    public boolean names(String pattern) {
        return pattern.startsWith("/api/v1/images/") || pattern.startsWith("/api/v1/image-archives/");
    }

    @Override
    public Optional<String> owner(String name) {
        return owners.of(Kind.IMAGE, name).or(() -> repository.find(name).map(index -> Organisations.DEFAULT));
    }

    @Override
    public ProblemException unknown(String name, OrganisationScope reach) {
        return ProblemException.notFound("unknown-image", "The repository has no image (" + name + ").", "list them: caravan image list.");
    }

    boolean sees(OrganisationScope reach, String image) {
        return reach.all() || owner(image).filter(reach::includes).isPresent();
    }

    /**
     * Claims the name before an image is published. The image of routers becomes the installation's, even if an organisation had it.
     *
     * @throws ProblemException if another organisation owns the name, or if it is that of routers and the caller is of an organisation:
     *     routers of all organisations run this image
     */
    void claim(String image, OrganisationScope reach) {
        if (image.equalsIgnoreCase(Routers.IMAGE) && !reach.all()) {
            throw ProblemException.conflict("name-taken", "The image (" + image + ") is that of the routers of all organisations.",
                    "ask an operator to push it with a token of the installation.");
        }
        if (image.toLowerCase(Locale.ROOT).startsWith(ENGINES) && !reach.all()) {
            throw ProblemException.conflict("name-taken", "The image (" + image + ") is an engine of the services of all organisations.",
                    "choose another name, or ask an operator to push it with a token of the installation.");
        }
        if (image.equals(Routers.IMAGE)) {
            // Earlier versions gave it to the organisation that pushed it first.
            owners.of(Kind.IMAGE, image).filter(whose -> !whose.equals(Organisations.DEFAULT))
                    .ifPresent(whose -> owners.release(Kind.IMAGE, image));
            owners.claim(Kind.IMAGE, image, Organisations.DEFAULT);
            return;
        }
        String owner = owner(image).orElse(reach.home());
        if (!reach.includes(owner)) {
            throw Ownership.taken(Kind.IMAGE, image);
        }
        owners.claim(Kind.IMAGE, image, owner);
    }

    void release(ImageIndex image) {
        release(image.name());
    }

    void release(String image) {
        owners.release(Kind.IMAGE, image);
    }

    void brought(ImageManifest image, OrganisationScope reach) {
        image.layers().stream().map(Layer::digest).forEach(digest -> brought(digest, reach));
    }

    void brought(ContentDigest layer, OrganisationScope reach) {
        database.sql("insert into layer_bringer (digest, organisation) values (?, ?) on conflict do nothing")
                .params(layer.toString(), reach.home()).update();
    }

    boolean sees(OrganisationScope reach, ContentDigest layer) {
        if (reach.all()) {
            return true;
        }
        var bringers = database.sql("select organisation from layer_bringer where digest = ?").param(layer.toString()).query(String.class)
                .list();
        return bringers.contains(reach.home()) || bringers.isEmpty() && reach.home().equals(Organisations.DEFAULT);
    }

    /**
     * Whether applications of the organisation may use the image. Planning adds that of routers to applications of all organisations,
     * which use it only if it is the installation's: another owner would decide what they run.
     */
    boolean mayUse(OrganisationScope owner, String image) {
        return owner(image).filter(whose -> !owner.includes(whose)
                && !(image.equals(Routers.IMAGE) && whose.equals(Organisations.DEFAULT))).isEmpty();
    }

    /** Whether the caller may put layers on this image: it is visible, or an engine of the installation. */
    boolean mayBuildOn(OrganisationScope reach, String image) {
        Optional<String> whose = owner(image);
        return whose.filter(reach::includes).isPresent()
                || image.startsWith(ENGINES) && whose.filter(Organisations.DEFAULT::equals).isPresent();
    }

    /**
     * Rejects a plan that uses an image of another organisation.
     *
     * @throws ProblemException with the code of a missing image, so that foreign images stay hidden
     */
    public void refuseForeign(DeploymentPlan plan) {
        OrganisationScope owner = OrganisationScope.of(owners.of(Kind.APPLICATION, plan.application()).orElse(Organisations.DEFAULT));
        plan.instances().stream().map(placed -> placed.spec().image()).distinct()
                .filter(image -> !mayUse(owner, image)).findFirst().ifPresent(image -> {
                    throw ProblemException.conflict("image-missing", "The plan of " + plan.application() + " needs the image (" + image
                            + "), which its organisation does not have.",
                            "push the image under your own name, and use that name in the model.");
                });
    }
}
