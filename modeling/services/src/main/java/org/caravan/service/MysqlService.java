package org.caravan.service;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** MariaDB, empty or filled by statements. */
final class MysqlService implements Engine {

    private static final int PORT = 3306;
    private static final Set<String> SYSTEM = Set.of("mysql", "sys", "information_schema", "performance_schema");
    /** Memory beside the buffer pool, in MiB: the server itself, and connections. */
    private static final long BESIDE = 160;

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
        List<LayerFile> layer = upload.filter(statements -> !statements.entries().isEmpty())
                .map(statements -> List.of(new LayerFile(LayerFile.ROOT + "schema.sql", statements.entries().get(0)))).orElse(List.of());
        String origin = upload.map(statements -> ", filled by " + statements.name() + " at its first start").orElse("");
        return new ServiceComponent("MariaDB 10.11" + origin,
                true, 0, "It stores data on its host, so it has one copy, and planning never moves it without consent.",
                new ServiceComponent.Form("0.2..1", (buffer + BESIDE) + " MiB", Statements.disk(size),
                        new TreeMap<>(Map.of("MYSQL_DATABASE", Statements.database(request.name(), SYSTEM), "MYSQL_BUFFER", buffer + "M")),
                        "User service owns the database MYSQL_DATABASE. Beside MYSQL_BUFFER, the server needs " + BESIDE + " MiB."),
                "mysql", PORT, Optional.empty(), new ServiceComponent.Request("query", "", "turns 1  bytes 2 KiB  service-time 2..10 ms"),
                layer, true);
    }

    private static void check(Upload upload, Faults faults) {
        if (upload.folder() || !upload.hasType(".sql")) {
            faults.error("upload-type", upload.name() + " is not a file of statements (.sql).",
                    "write one: mariadb-dump DATABASE > dump.sql; or create an empty database without FROM.");
            return;
        }
        Statements.scan(upload, upload.entries().get(0), new SqlScan(upload.name(), faults), faults);
    }
}
