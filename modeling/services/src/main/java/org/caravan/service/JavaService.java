package org.caravan.service;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Programs in an executable .jar or .war. */
final class JavaService implements Engine {

    private static final int PORT = 8080;
    /** Archives above this size, in bytes, are taken for a framework with its libraries, which needs more heap. */
    private static final long LARGE = 10L << 20;

    @Override
    public ServiceComponent inspect(ServiceRequest request, Faults faults) {
        Upload upload = request.upload().orElseThrow();
        JavaArchive archive = archive(upload, faults);
        boolean large = upload.size() > LARGE;
        String actuator = archive.hasActuator() ? "/actuator/health" : null;
        return new ServiceComponent("The program " + archive.mainClass() + " (" + upload.name() + "), by Java 17", false, 100,
                "An assumption: measure the program, and change the capacity.",
                new ServiceComponent.Form("0.2..1", large ? "384..512 MiB" : "192..256 MiB", "1 GiB",
                        Map.of("JAVA_OPTIONS", large ? "-Xmx256m -Xss512k" : "-Xmx96m -Xss512k"),
                        "The heap (-Xmx) and about 100 MiB beside it must fit into the memory. The program listens on the port in PORT."),
                "http", PORT, Optional.ofNullable(actuator), ServiceComponent.Request.ofHttp("call",
                        "turns 1  bytes 8 KiB  service-time 10..40 ms"),
                List.of(new LayerFile(LayerFile.ROOT + "app.jar", upload.entries().isEmpty() ? UploadEntry.file("app.jar", 0)
                        : upload.entries().get(0))), false);
    }

    private static JavaArchive archive(Upload upload, Faults faults) {
        if (upload.folder() || !upload.hasType(".jar", ".war")) {
            faults.error("upload-type", upload.name() + " is neither a .jar nor a .war file.",
                    "build one with Main-Class in its manifest, such as target/" + upload.name() + ".jar.");
            return JavaArchive.NONE;
        }
        try {
            return JavaArchive.read(upload, faults);
        } catch (IOException | IllegalArgumentException e) {
            faults.error("jar-unreadable", upload.name() + " cannot be read as an archive: " + e.getMessage() + ".",
                    "build it again: it is damaged or incomplete.");
            return JavaArchive.NONE;
        }
    }
}
