package org.caravan.service;

import java.util.List;
import java.util.Optional;

/** Makes a service of an upload: its model, and the files of its image's topmost layer. Pure, apart from reading the upload. */
public final class Services {

    /** Labels of DNS: the name of an application is part of the names that users look up. */
    private static final String NAME = "[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?";

    private Services() {}

    /** Name of the image of a service. */
    public static String image(String service) {
        return "service/" + service;
    }

    /**
     * Name of the image of a later upload. The name of a service has no dot, so no other service has it.
     *
     * @param version hexadecimal digits that depend on the content
     */
    public static String image(String service, String version) {
        return image(service) + "." + version;
    }

    /** Whether an image of this name is of an upload of the service. */
    public static boolean isImage(String image, String service) {
        return image.equals(image(service)) || image.startsWith(image(service, ""));
    }

    /** Never throws because of a bad upload: its faults are findings. */
    public static ServiceDraft draft(ServiceRequest request) {
        Faults faults = new Faults();
        if (!request.name().matches(NAME)) {
            faults.error("service-name", "A service cannot be named (" + request.name() + ").",
                    "use at most 63 lower-case letters, digits and dashes, such as my-shop; the first is a letter.");
        }
        if (request.upload().isEmpty() && request.kind().uploadRequired()) {
            faults.error("upload-missing", "A service of kind " + request.kind() + " needs an upload.",
                    "name it after the service: caravan service create " + request.kind() + " " + request.name() + " FROM.");
        }
        request.upload().ifPresent(upload -> UploadLimits.check(upload, faults));
        if (faults.any()) {
            return new ServiceDraft(faults.all(), Optional.empty());
        }
        ServiceComponent component = request.kind().engine().inspect(request, faults);
        return new ServiceDraft(faults.all(), faults.any() ? Optional.empty() : Optional.of(service(request, component)));
    }

    private static Service service(ServiceRequest request, ServiceComponent component) {
        return new Service(request.kind().baseImage(), image(request.name()), component.layer(),
                component.secrets() ? List.of(ServiceText.secret(request)) : List.of(), request.upload(), request, component);
    }
}
