package org.caravan.service;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** PostgreSQL, empty or filled by statements: one file, or the files of a folder in the order of their names. */
final class PostgresService implements Engine {

    private static final int PORT = 5432;
    private static final String STATEMENTS = LayerFile.ROOT + "statements/";
    private static final Set<String> SYSTEM = Set.of("postgres", "template0", "template1");
    /** Memory beside the shared buffers, in MiB: 32 connections, and the server's own processes. */
    private static final long BESIDE = 192;

    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public ServiceComponent inspect(ServiceRequest request, Faults faults) {
        Optional<Upload> upload = request.upload();
        upload.ifPresent(statements -> check(statements, faults));
        long size = upload.map(Upload::size).orElse(0L);
        long buffer = Statements.buffer(size);
        List<LayerFile> layer = upload.map(statements -> statements.entries().stream()
                .map(entry -> new LayerFile(STATEMENTS + entry.path(), entry)).toList()).orElse(List.of());
        String origin = upload.map(statements -> ", filled by " + statements.name() + " at its first start").orElse("");
        return new ServiceComponent("PostgreSQL 15" + origin,
                true, 0, "It stores data on its host, so it has one copy, and planning never moves it without consent.",
                new ServiceComponent.Form("0.2..1", (buffer + BESIDE) + " MiB", Statements.disk(size),
                        new TreeMap<>(Map.of("POSTGRES_DATABASE", Statements.database(request.name(), SYSTEM),
                                "POSTGRES_BUFFER", buffer + "MB")),
                        "Role service owns the database POSTGRES_DATABASE. Beside POSTGRES_BUFFER, the server needs " + BESIDE + " MiB."),
                "postgresql", PORT, Optional.empty(),
                new ServiceComponent.Request("query", "", "turns 1  bytes 2 KiB  service-time 2..10 ms"), layer, true);
    }

    private static void check(Upload upload, Faults faults) {
        if (!upload.folder() && !upload.hasType(".sql")) {
            faults.error("upload-type", upload.name() + " is neither a folder nor a file of statements (.sql).",
                    upload.hasType(".dump", ".backup", ".tar") ? "write statements: pg_restore --no-owner --no-privileges -f dump.sql "
                            + upload.name() : "write one: pg_dump --no-owner --no-privileges DATABASE > dump.sql");
            return;
        }
        List<UploadEntry> files = upload.files().stream().filter(file -> Upload.suffix(file.path()).equals(".sql")).toList();
        if (files.isEmpty()) {
            faults.error("no-entry-point", "The folder " + upload.name() + " has no file of statements (.sql).",
                    "add one; files run in the order of their names.");
        }
        files.forEach(file -> Statements.scan(upload, file, new PostgresScan(upload.shown(file), faults), faults));
    }
}
