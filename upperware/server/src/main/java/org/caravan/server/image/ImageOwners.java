package org.caravan.server.image;

import java.util.Optional;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.organisation.Guarded;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.organisation.Owners;
import org.caravan.server.organisation.Owners.Kind;
import org.caravan.server.organisation.Reach;
import org.caravan.server.rest.Refusal;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Whose images are. Layers are kept once whoever brought them, but given only to those who did: to know a digest is not to know the content.
 * What the repository has and nobody is said to have brought belongs to the organisation default.
 */
@Component
public class ImageOwners implements Guarded {

    private final Owners owners;
    private final ImageRepository repository;
    private final JdbcClient database;

    ImageOwners(Owners owners, ImageRepository repository, JdbcClient database) {
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
    public Refusal unknown(String name, Reach reach) {
        return Refusal.notFound("unknown-image", "The repository has no image (" + name + ").", "list them: caravan image list.");
    }

    boolean sees(Reach reach, String image) {
        return reach.all() || owner(image).filter(reach::includes).isPresent();
    }

    /** Before an image of this name is published. @throws Refusal if the name is another's */
    void claim(String image, Reach reach) {
        String owner = owner(image).orElse(reach.home());
        if (!reach.includes(owner)) {
            throw Owners.taken(Kind.IMAGE, image);
        }
        owners.claim(Kind.IMAGE, image, owner);
    }

    void release(ImageIndex image) {
        owners.release(Kind.IMAGE, image.name());
    }

    void brought(ImageManifest image, Reach reach) {
        image.layers().stream().map(Layer::digest).forEach(digest -> brought(digest, reach));
    }

    void brought(ContentDigest layer, Reach reach) {
        database.sql("insert into layer_bringer (digest, organisation) values (?, ?) on conflict do nothing").params(layer.toString(), reach.home()).update();
    }

    boolean sees(Reach reach, ContentDigest layer) {
        if (reach.all()) {
            return true;
        }
        var bringers = database.sql("select organisation from layer_bringer where digest = ?").param(layer.toString()).query(String.class).list();
        return bringers.contains(reach.home()) || bringers.isEmpty() && reach.home().equals(Organisations.DEFAULT);
    }

    /** Hosts would get what its organisation was never given. @throws Refusal in the words for an image that is not there */
    public void refuseForeign(DeploymentPlan plan) {
        Reach owner = Reach.of(owners.of(Kind.APPLICATION, plan.application()).orElse(Organisations.DEFAULT));
        plan.instances().stream().map(placed -> placed.spec().image()).distinct()
                .filter(image -> owner(image).filter(whose -> !owner.includes(whose)).isPresent()).findFirst().ifPresent(image -> {
                    throw Refusal.conflict("image-missing", "The plan of " + plan.application() + " needs the image (" + image + "), which its organisation does not have.",
                            "push one under a name of your own, and model that.");
                });
    }
}
