package org.caravan.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.caravan.service.ServiceRequest.UserGroup;

/** A service that can be composed: base image, topmost layer, and model. */
public final class Service {

    private final String base;
    private final String image;
    private final List<LayerFile> layer;
    private final List<String> secrets;
    private final Optional<Upload> upload;
    private final ServiceRequest request;
    private final ServiceComponent component;

    Service(String base, String image, List<LayerFile> layer, List<String> secrets, Optional<Upload> upload, ServiceRequest request,
            ServiceComponent component) {
        this.base = base;
        this.image = image;
        this.layer = List.copyOf(layer);
        this.secrets = List.copyOf(secrets);
        this.upload = upload;
        this.request = request;
        this.component = component;
    }

    /** The same service with these groups of users; the upload is not inspected again. */
    public Service with(List<UserGroup> users) {
        return new Service(base, image, layer, secrets, upload,
                new ServiceRequest(request.kind(), request.name(), request.upload(), request.sites(), users), component);
    }

    /** The same service with an image of this name. */
    public Service as(String other) {
        return new Service(base, other, layer, secrets, upload, request, component);
    }

    /** Image of the engine. */
    public String base() {
        return base;
    }

    /** Name of the service's own image. */
    public String image() {
        return image;
    }

    /** Names of the secrets that the model mounts; their values are random passwords. */
    public List<String> secrets() {
        return secrets;
    }

    /** Files of the topmost layer; the layer always has at least the folder of uploads. */
    public List<LayerFile> layer() {
        return layer;
    }

    /**
     * Writes the topmost layer as a tar compressed by gzip. The same upload gives the same bytes.
     *
     * @throws IOException if a file of the upload cannot be read, or has changed its size since it was listed
     */
    public void writeLayer(OutputStream target) throws IOException {
        LayerTar.write(layer, upload.map(Upload::content).orElse(entry -> InputStream.nullInputStream()), target);
    }

    /**
     * Model of the service for people to read and change.
     *
     * @param architectures architectures of the image, {@code amd64} or {@code arm64}; at least one
     */
    public String model(List<String> architectures) {
        return ServiceText.of(request, component, image, architectures);
    }
}
