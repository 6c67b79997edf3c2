package org.caravan.service;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a service runs. Each kind has an engine, an image of Debian packages, on which the upload is the topmost layer. */
public enum ServiceKind {
    WEB(new WebService(), true, "A folder of files and PHP, by nginx and PHP-FPM 8.2; FROM is a folder, an .html or a .php file."),
    JAVA(new JavaService(), true, "An executable .jar or .war on Java 17; it listens on the port in the variable PORT (8080)."),
    REDIS(new RedisService(), false, "Redis 7.0 with a password and a log of writes; FROM is a snapshot (.rdb) or absent."),
    MYSQL(new MysqlService(), false, "MariaDB 10.11 with one database and a password; FROM is a file of statements (.sql) or absent."),
    POSTGRESQL(new PostgresService(), false, "PostgreSQL 15 with one database and a password; FROM is a .sql file, a folder of them, or "
            + "absent."),
    FILES(new FilesService(), false, "Files by the S3 protocol, by S3Proxy 3.1, with a secret key; FROM is a folder of files or absent."),
    TASKFARM(new TaskfarmService(), true, "Tasks in Python, by Celery 5.2 and Redis; FROM is a folder with tasks.py, or that file."),
    FLINK(new FlinkService(), true, "A stream job in Java, by Apache Flink 2.3; FROM is its .jar with Main-Class, without Flink itself."),
    GENERIC(new GenericService(), true, "Programs of any kind; FROM is a folder with a script start, and join and leave for members.");

    private static final String ENGINES = "caravan/services/";

    private final Engine engine;
    private final boolean uploadRequired;
    private final String description;

    ServiceKind(Engine engine, boolean uploadRequired, String description) {
        this.engine = engine;
        this.uploadRequired = uploadRequired;
        this.description = description;
    }

    /** @param text name of a kind in lower case, as on the command line */
    public static Optional<ServiceKind> named(String text) {
        return Arrays.stream(values()).filter(kind -> kind.toString().equals(text)).findFirst();
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(ServiceKind::toString).toList();
    }

    Engine engine() {
        return engine;
    }

    public boolean uploadRequired() {
        return uploadRequired;
    }

    /** Whether its copies keep data, which an upload fills only at their first start. */
    public boolean stateful() {
        return engine.stateful();
    }

    /** One sentence for users: what runs, and what can be uploaded. */
    public String description() {
        return description;
    }

    /** Name of the engine's image on the server. */
    public String baseImage() {
        return ENGINES + this;
    }

    /** Spelling on the command line, and name of the component in the model: {@code web}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
