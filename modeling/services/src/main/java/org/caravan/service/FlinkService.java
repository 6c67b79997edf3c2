package org.caravan.service;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A stream job in Java: Flink's task managers run its parts, and one job manager starts it and keeps its checkpoints. */
final class FlinkService implements Engine {

    private static final String FLINK = "org/apache/flink/";
    /** Attributes of a manifest that Flink reads, in its order. */
    private static final List<String> MAINS = List.of("program-class", "Main-Class");
    private static final int DATA_PORT = 6121;
    private static final int RPC_PORT = 6123;
    private static final int BLOB_PORT = 6124;
    private static final int REST_PORT = 8081;
    /** Path of the job in Flink's REST interface, which answers once the job's main method has submitted it. */
    private static final String JOB = "/jobs/00000000000000000000000000000001";

    @Override
    public ServiceComponent inspect(ServiceRequest request, Faults faults) {
        Upload upload = request.upload().orElseThrow();
        JavaArchive archive = archive(upload, faults);
        if (!request.users().isEmpty()) {
            faults.error("users-run-code", "Users who reach the interface of Flink can run any program in its job manager.",
                    "create " + request.name() + " without users (--users), and let the job read its records from a service that has "
                            + "them.");
        }
        if (request.sites().size() != 1) {
            faults.error("several-sites", "Each task manager of Flink has one address for all others, but the copies of " + request.name()
                    + " reach each other by several paths if they run at several sites.",
                    "name the one site of the job: --require SITE.");
        }
        TreeMap<String, String> workers = new TreeMap<>(Map.of("SERVICE_ROLE", "taskmanager", "FLINK_HEAP", "80m", "TASK_SLOTS", "1"));
        TreeMap<String, String> manager = new TreeMap<>(Map.of("SERVICE_ROLE", "manager", "FLINK_HEAP", "128m", "CHECKPOINT_SECONDS", "10",
                "JOB_ARGUMENTS", ""));
        return new ServiceComponent("The job " + archive.mainClass() + " (" + upload.name() + "), by Flink 2.3", false, 1000,
                "An assumption: measure the job, and change the capacity of one task manager.",
                new ServiceComponent.Form("0.2..1", "256 MiB", "1 GiB", workers,
                        "The job uses the slots of all task managers. Beside the heap, Flink needs 176 MiB."),
                "data", DATA_PORT, Optional.empty(), new ServiceComponent.Request("ask", "", "turns 1  bytes 4 KiB  service-time 5..20 ms"),
                List.of(new LayerFile(LayerFile.ROOT + "usrlib/job.jar", upload.entries().isEmpty() ? UploadEntry.file("job.jar", 0)
                        : upload.entries().get(0))), false,
                Optional.of(new ServiceComponent.Coordinator(new ServiceComponent.Form("0.2..1", "352 MiB", "1 GiB", manager,
                        "It starts the job with JOB_ARGUMENTS. It keeps checkpoints on its host, and their state in its heap, twice."),
                        REST_PORT, JOB, Map.of("rpc", RPC_PORT, "blob", BLOB_PORT), "/opt/service/busy")));
    }

    private static JavaArchive archive(Upload upload, Faults faults) {
        if (upload.folder() || !upload.hasType(".jar")) {
            faults.error("upload-type", upload.name() + " is not a .jar file.",
                    "build one with Main-Class in its manifest, such as target/" + upload.name() + ".jar.");
            return JavaArchive.NONE;
        }
        try {
            JavaArchive archive = JavaArchive.read(upload, faults, MAINS, FLINK);
            if (!archive.equals(JavaArchive.NONE) && !archive.uses()) {
                faults.error("no-flink-job", "No class of " + upload.name() + " uses Flink (org.apache.flink).",
                        "create a service of kind java for another program.");
            }
            return archive;
        } catch (IOException | IllegalArgumentException e) {
            faults.error("jar-unreadable", upload.name() + " cannot be read as an archive: " + e.getMessage() + ".",
                    "build it again: it is damaged or incomplete.");
            return JavaArchive.NONE;
        }
    }
}
