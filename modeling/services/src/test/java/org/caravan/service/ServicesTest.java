package org.caravan.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.caravan.application.RequestPattern;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.service.ServiceRequest.UserGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServicesTest {

    private static final String WORLD = """
            infrastructure lab {
              host type pi { arch amd64  cores 4  memory 1 GiB  disk 32 GiB  price 3 EUR/month }
              site bergen {
                kind edge  country NO  position 60.4 5.3
                isp BKK { ipv4 "10.1.1.0/24" gateway "10.1.1.1"  uplink 50 Mbit/s }
                provider simulated { host pi-1 of pi at "pi-1"  host pi-2 of pi at "pi-2" }
              }
              site oslo {
                kind users  country NO  position 59.9 10.7
                isp Telenor { ipv4 "10.3.20.0/24" gateway "10.3.20.1" }
                vantage vantage-oslo at "198.18.255.18" credentials testbed
              }
            }
            """;

    /** As mariadb-dump writes it, with a trigger. */
    private static final String DUMP = """
            -- MariaDB dump 10.19
            /*!40101 SET NAMES utf8mb4 */;
            DROP TABLE IF EXISTS `sock`;
            CREATE TABLE `sock` (
              `id` int NOT NULL, # number
              name varchar(40) DEFAULT 'it''s; \\' --',
              PRIMARY KEY (`id`)
            );
            insert into sock values (1,'a;b'),(2,"c -- d");
            DELIMITER ;;
            CREATE TRIGGER t BEFORE INSERT ON sock FOR EACH ROW BEGIN
              SET NEW.name = 'x';
            END ;;
            DELIMITER ;
            (SELECT 1);
            """;

    /** As pg_dump writes it, with a function, a comment within a comment, and data. */
    private static final String POSTGRES_DUMP = """
            -- PostgreSQL database dump
            \\restrict x
            SET statement_timeout = 0;
            SELECT pg_catalog.set_config('search_path', '', false);
            CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql AS $_$
            BEGIN
              NEW.name = 'it''s; $$ ' || $1; RETURN NEW;
            END $_$;
            CREATE TABLE public."a;b" (
                id integer NOT NULL, /* outer /* inner */ ; ' */
                name text DEFAULT E'it\\'s; ' || 'c:\\'
            );
            COPY public."a;b" (id, name) FROM stdin;
            1	it's (
            2	\\N
            \\.
            ALTER TABLE ONLY public."a;b" ADD CONSTRAINT p PRIMARY KEY (id);
            CREATE RULE r AS ON INSERT TO "a;b" DO ALSO (NOTIFY a; NOTIFY b; );
            CREATE OR REPLACE FUNCTION g() RETURNS integer
                BEGIN ATOMIC
                    SELECT CASE WHEN true THEN 1 END;
                    RETURN 2;
                END;
            ALTER TABLE public."a;b" OWNER TO service;
            (SELECT 1);
            \\unrestrict x
            """;

    private static final String TASKS = "from celery import shared_task\n\n\n@shared_task\ndef double(number):\n    return 2 * number\n";

    private static ServiceDraft draft(ServiceKind kind, Upload upload) {
        // Users of flink are refused.
        return Services.draft(new ServiceRequest(kind, "shop", Optional.ofNullable(upload), List.of("bergen"),
                kind == ServiceKind.FLINK ? List.of() : List.of(new UserGroup("oslo", "Telenor", "ipv4", "5"))));
    }

    static Stream<Arguments> good() {
        return Stream.of(
                Arguments.of(ServiceKind.WEB, Uploads.folder(Map.of("index.html", "<p>hello"))),
                Arguments.of(ServiceKind.WEB, Uploads.folder(Map.of("index.php", "<?php echo 1;", "a/b.css", "p{}"))),
                Arguments.of(ServiceKind.WEB, Uploads.file("page.php", new byte[] {'x'})),
                Arguments.of(ServiceKind.JAVA, Uploads.file("app.jar", Uploads.jar(17, Map.of("Main-Class", "app.Main")))),
                Arguments.of(ServiceKind.JAVA, Uploads.file("app.jar", executable("#!/bin/bash\n# PK\nexec java -jar \"$0\"\n"))),
                Arguments.of(ServiceKind.JAVA, Uploads.file("app.war", Uploads.jar(11, Map.of("Main-Class", "app.Main"),
                        "BOOT-INF/lib/spring-boot-actuator-3.5.0.jar"))),
                Arguments.of(ServiceKind.REDIS, null),
                Arguments.of(ServiceKind.REDIS, Uploads.file("dump.rdb", Uploads.snapshot(10))),
                Arguments.of(ServiceKind.MYSQL, null),
                Arguments.of(ServiceKind.MYSQL, Uploads.file("dump.sql", DUMP.getBytes())),
                Arguments.of(ServiceKind.GENERIC, Uploads.folder(Map.of("start", "#!/usr/bin/env python3\nx", "join", "#!/bin/sh -e\n"))),
                Arguments.of(ServiceKind.TASKFARM, Uploads.folder(Map.of("tasks.py", TASKS, "requirements.txt", "# own\ncelery>=5\n"))),
                Arguments.of(ServiceKind.TASKFARM, Uploads.file("tasks.py", TASKS.getBytes())),
                Arguments.of(ServiceKind.FLINK, FlinkServiceTest.job()),
                Arguments.of(ServiceKind.FILES, null),
                Arguments.of(ServiceKind.FILES, Uploads.folder(Map.of("album/sea.jpg", "x"))),
                Arguments.of(ServiceKind.POSTGRESQL, null),
                Arguments.of(ServiceKind.POSTGRESQL, Uploads.file("dump.sql", POSTGRES_DUMP.getBytes())),
                Arguments.of(ServiceKind.POSTGRESQL, Uploads.folder(Map.of("1.sql", "SET standard_conforming_strings = 'off';\n"
                        + "INSERT INTO a VALUES ('it\\'s; ', 'a''\\'');\nSET standard_conforming_strings = on;\nSELECT 'C:\\';\n"))),
                Arguments.of(ServiceKind.POSTGRESQL, Uploads.folder(Map.of(
                        "local.sql", "BEGIN;\nSET LOCAL standard_conforming_strings = off;\nSELECT 'it\\'s';\n"
                                + "ROLLBACK TO SAVEPOINT a;\nSELECT 'it\\'s';\nCOMMIT AND CHAIN;\nSELECT 'C:\\';\n"
                                + "SET LOCAL standard_conforming_strings = off;\nSELECT 'it\\'s';\nEND;\nSELECT 'C:\\';\n",
                        "outside.sql", "SET LOCAL standard_conforming_strings = off;\nSELECT 'C:\\';\n",
                        "rollback.sql", "START TRANSACTION;\nSET standard_conforming_strings = off;\nROLLBACK;\nSELECT 'C:\\';\n",
                        "commit.sql", "begin;\nset standard_conforming_strings = off;\ncommit;\nSELECT 'it\\'s';\n"))),
                Arguments.of(ServiceKind.POSTGRESQL, Uploads.folder(Map.of("1.sql", "CREATE TABLE a (b int);",
                        "2.sql", "\\copy a from 'a.csv'", "a.csv", "1"))));
    }

    /** A jar after a script, as the plugins of Spring Boot write it. */
    private static byte[] executable(String script) {
        byte[] jar = Uploads.jar(17, Map.of("Main-Class", "app.Main"));
        byte[] file = Arrays.copyOf(script.getBytes(), script.length() + jar.length);
        System.arraycopy(jar, 0, file, script.length(), jar.length);
        return file;
    }

    @ParameterizedTest
    @MethodSource("good")
    void theModelOfEachKindIsOneThatTheLanguageAcceptsWithoutAWarning(ServiceKind kind, Upload upload) {
        ServiceDraft draft = draft(kind, upload);
        assertThat(draft.findings()).isEmpty();
        String text = draft.service().orElseThrow().model(List.of("amd64", "arm64"));
        ParsedModels parsed = CaravanLanguage.parse(Map.of("shop.caravan", text, "lab.caravan", WORLD));
        assertThat(parsed.diagnostics()).as(text).isEmpty();
        assertThat(parsed.applications()).hasSize(1);
        assertThat(text.lines().mapToInt(String::length).max().orElse(0)).as(text).isLessThanOrEqualTo(180);
    }

    @Test
    void aModelOfEachKindWithoutUsersOrSitesIsAcceptedToo() {
        for (ServiceKind kind : ServiceKind.values()) {
            Upload upload = kind == ServiceKind.WEB ? Uploads.folder(Map.of("index.php", "")) : kind == ServiceKind.JAVA
                    ? Uploads.file("a.jar", Uploads.jar(17, Map.of("Main-Class", "app.Main"))) : kind == ServiceKind.GENERIC
                    ? Uploads.folder(Map.of("start", "#!/bin/sh")) : kind == ServiceKind.TASKFARM
                    ? Uploads.folder(Map.of("tasks.py", TASKS)) : kind == ServiceKind.FLINK ? FlinkServiceTest.job() : null;
            List<String> sites = kind == ServiceKind.FLINK ? List.of("bergen") : List.of();
            ServiceDraft draft = Services.draft(new ServiceRequest(kind, "my-shop", Optional.ofNullable(upload), sites, List.of()));
            String text = draft.service().orElseThrow().model(List.of("amd64"));
            assertThat(CaravanLanguage.parse(Map.of("shop.caravan", text)).diagnostics()).as(text).isEmpty();
        }
    }

    static Stream<Arguments> bad() {
        byte[] jar = Uploads.jar(17, Map.of("Main-Class", "app.Main"));
        byte[] cut = Uploads.snapshot(10);
        cut[9] = 0;
        return Stream.of(
                Arguments.of("no-entry-point", ServiceKind.WEB, Uploads.folder(Map.of("public/index.php", "")),
                        "folder of site/public/index.php"),
                Arguments.of("no-entry-point", ServiceKind.WEB, Uploads.folder(Map.of()), "no index.php"),
                Arguments.of("upload-type", ServiceKind.WEB, Uploads.file("site.zip", new byte[1]), "unpack it"),
                Arguments.of("upload-missing", ServiceKind.WEB, null, "needs an upload"),
                Arguments.of("upload-outside", ServiceKind.WEB, Uploads.folder(Map.of("index.html", "", "../etc/passwd", "")),
                        "../etc/passwd"),
                Arguments.of("upload-outside", ServiceKind.WEB, Uploads.folder(Map.of("index.html", "", "/etc/passwd", "")), "/etc/passwd"),
                Arguments.of("upload-link-outside", ServiceKind.WEB, Uploads.folder(Map.of("index.html", ""),
                        UploadEntry.link("a/secret", "../../etc/shadow")), "site/a/secret leads out of site, to ../../etc/shadow"),
                Arguments.of("upload-link-outside", ServiceKind.WEB, Uploads.folder(Map.of("index.html", ""),
                        UploadEntry.link("a", "/etc/shadow")), "/etc/shadow"),
                Arguments.of("upload-link-outside", ServiceKind.WEB, Uploads.folder(Map.of("index.html", ""), UploadEntry.folder("b"),
                        UploadEntry.link("b/a", "c/../../x")), "c/../../x"),
                Arguments.of("upload-below-file", ServiceKind.WEB, Uploads.folder(Map.of("index.html", "", "a/b/c", "", "a-b", ""),
                        UploadEntry.link("a", "d"), UploadEntry.folder("d")), "site/a/b/c lies below site/a, which"),
                Arguments.of("upload-below-file", ServiceKind.WEB, Uploads.folder(Map.of("index.html", "", "index.html/a", "")),
                        "site/index.html/a lies below site/index.html"),
                Arguments.of("upload-name", ServiceKind.WEB, Uploads.folder(Map.of("index.html", "", "a\nb", "")), "site/a b"),
                Arguments.of("upload-name", ServiceKind.WEB, Uploads.folder(Map.of("index.html", "", "k\uFFFDse.html", "")),
                        "LC_ALL=C.UTF-8"),
                Arguments.of("upload-special-file", ServiceKind.WEB, Uploads.folder(Map.of("index.html", ""),
                        new UploadEntry("pipe", UploadEntry.Type.SPECIAL, 0, "")), "site/pipe"),
                Arguments.of("upload-too-large", ServiceKind.WEB, Uploads.folder(Map.of("index.html", ""),
                        UploadEntry.file("film.mp4", 2L << 30)), "2048.0 MiB"),
                Arguments.of("upload-type", ServiceKind.JAVA, Uploads.folder(Map.of("app.jar", "")), "neither a .jar nor a .war"),
                Arguments.of("jar-unreadable", ServiceKind.JAVA, Uploads.file("app.jar", "text".getBytes()), "no entries"),
                Arguments.of("jar-unreadable", ServiceKind.JAVA, Uploads.file("app.jar", Arrays.copyOf(jar, 60)), "damaged or incomplete"),
                Arguments.of("jar-unreadable", ServiceKind.JAVA, Uploads.file("app.jar", "#!/bin/sh\n".getBytes()), "no entries"),
                Arguments.of("jar-unreadable", ServiceKind.JAVA, Uploads.file("app.jar", executable("#!" + "x".repeat(1 << 20))),
                        "within 1024 KiB"),
                Arguments.of("no-entry-point", ServiceKind.JAVA, Uploads.file("app.jar", Uploads.jar(17, Map.of())), "names no Main-Class"),
                Arguments.of("no-entry-point", ServiceKind.JAVA, Uploads.file("app.jar", Uploads.jar(17, Map.of("Main-Class", "app.Man"))),
                        "app.Man"),
                Arguments.of("jar-incomplete", ServiceKind.JAVA, Uploads.file("app.jar", Uploads.jar(17, Map.of("Main-Class", "app.Main",
                        "Class-Path", "lib/x.jar"))), "lib/x.jar"),
                Arguments.of("java-too-new", ServiceKind.JAVA, Uploads.file("app.jar", Uploads.jar(21, Map.of("Main-Class", "app.Main"))),
                        "Java 21"),
                Arguments.of("upload-type", ServiceKind.REDIS, Uploads.file("dump.sql", new byte[1]), "not a snapshot"),
                Arguments.of("snapshot-unreadable", ServiceKind.REDIS, Uploads.file("dump.rdb", new byte[30]), "does not begin"),
                Arguments.of("snapshot-unreadable", ServiceKind.REDIS, Uploads.file("dump.rdb", cut), "end is missing"),
                Arguments.of("snapshot-too-new", ServiceKind.REDIS, Uploads.file("dump.rdb", Uploads.snapshot(12)), "version 12"),
                Arguments.of("upload-type", ServiceKind.MYSQL, Uploads.file("dump.rdb", new byte[1]), "not a file of statements"),
                Arguments.of("no-entry-point", ServiceKind.MYSQL, Uploads.file("dump.sql", "-- only\n".getBytes()), "no statement"),
                Arguments.of("sql-unreadable", ServiceKind.MYSQL, Uploads.file("dump.sql", new byte[] {(byte) 0xff, 1}),
                        "not text in UTF-8"),
                Arguments.of("sql-other-database", ServiceKind.MYSQL, Uploads.file("dump.sql", "CREATE DATABASE b;\nUSE `b`;\n".getBytes()),
                        "dump.sql:2:1"),
                Arguments.of("sql-statement", ServiceKind.MYSQL, Uploads.file("dump.sql",
                        "CREATE TABLE a (b int);\n  CRAETE TABLE c (d int);\n".getBytes()), "dump.sql:2:3: error: (CRAETE)"),
                Arguments.of("sql-unclosed", ServiceKind.MYSQL, Uploads.file("dump.sql",
                        "SELECT 1;\nINSERT INTO a VALUES ('it's');\nSELECT 2;\n".getBytes()), "dump.sql:2:1: error: A text in '"),
                Arguments.of("sql-unclosed", ServiceKind.MYSQL, Uploads.file("dump.sql", "SELECT 1; /* x\n\n".getBytes()), "dump.sql:1:1"),
                Arguments.of("upload-type", ServiceKind.POSTGRESQL, Uploads.file("db.dump", new byte[1]), "pg_restore --no-owner"),
                Arguments.of("no-entry-point", ServiceKind.POSTGRESQL, Uploads.folder(Map.of("a.csv", "1")), "no file of statements"),
                Arguments.of("no-entry-point", ServiceKind.POSTGRESQL, Uploads.file("a.sql", "-- only\n".getBytes()), "no statement"),
                Arguments.of("sql-unreadable", ServiceKind.POSTGRESQL, Uploads.file("a.sql", new byte[] {(byte) 0xff, 1}), "UTF-8"),
                Arguments.of("upload-type", ServiceKind.GENERIC, Uploads.file("start", new byte[1]), "is not a folder"),
                Arguments.of("no-entry-point", ServiceKind.GENERIC, Uploads.folder(Map.of("bin/start", "#!/bin/sh\n")), "named start"),
                Arguments.of("script-interpreter", ServiceKind.GENERIC, Uploads.folder(Map.of("start", "#!/bin/shx\n")), "site/start:1:1"),
                Arguments.of("script-interpreter", ServiceKind.GENERIC, Uploads.folder(Map.of("start", "#!/bin/sh\n", "leave", "")),
                        "site/leave:1:1"),
                Arguments.of("script-line-ends", ServiceKind.GENERIC, Uploads.folder(Map.of("start", "#!/bin/sh\r\n")), "site/start:1:10"),
                bad("sql-other-database", "SELECT 1;\n\\connect b\n", "site/a.sql:2:1"),
                bad("sql-other-database", "SELECT 1; CREATE DATABASE b;\n", "site/a.sql:1:11"),
                bad("sql-command", "\\! rm -r x\n", "site/a.sql:1:1"),
                bad("sql-command", "SELECT 1 \\g |id\n", "site/a.sql:1:10"),
                bad("sql-command", "SELECT 1; \\! id\n", "site/a.sql:1:11"),
                bad("sql-command", "(\n\\! id\n", "site/a.sql:2:1"),
                bad("sql-command", "\\copy a from program 'id'\n", "site/a.sql:1:1"),
                bad("sql-command", "\\set a `id`\n", "site/a.sql:1:1"),
                bad("sql-command", "\\restrict `id`\n", "site/a.sql:1:1"),
                bad("sql-command", "\\i more.txt\n", "site/a.sql:1:1"),
                bad("sql-other-database", "SELECT 1; \\connect - postgres\n", "site/a.sql:1:11"),
                bad("sql-owner", "SELECT 1;\nALTER TABLE a\n  OWNER TO \"astrid\";\n", "site/a.sql:2:1"),
                bad("sql-unclosed", "SELECT (1;\nSELECT 2;\n", "site/a.sql:1:1: error: A parenthesis"),
                bad("sql-statement", "COPY a FROM stdin; SELECT 'a\n\\.\n';\n", "site/a.sql:1:19"),
                bad("sql-owner", "ALTER TABLE public.a OWNER TO astrid;\n", "site/a.sql:1:1"),
                bad("sql-too-new", "SET transaction_timeout = 0;\n", "PostgreSQL 17"),
                bad("sql-statement", "CREATE TABLE a (b int);\n  CRAETE TABLE c (d int);\n", "site/a.sql:2:3: error: (CRAETE)"),
                bad("sql-unclosed", "SELECT 1;\nINSERT INTO a VALUES ('it's');\n", "site/a.sql:2:1: error: A text in '"),
                bad("sql-unclosed", "SET LOCAL standard_conforming_strings = off;\nSELECT 'it\\'s';\n",
                        "site/a.sql:2:1: error: A text in '"),
                bad("sql-unclosed", "SET standard_conforming_strings = off;\nSELECT 'a\\';\n", "site/a.sql:2:1: error: A text in '"),
                bad("sql-unclosed", "SET standard_conforming_strings = off;\nset session standard_conforming_strings to 'on';\n"
                        + "SELECT 'it\\'s';\n", "site/a.sql:3:1: error: A text in '"),
                bad("sql-unclosed", "SET standard_conforming_strings TO 'false';\nRESET standard_conforming_strings;\nSELECT 'it\\'s';\n",
                        "site/a.sql:3:1: error: A text in '"),
                bad("sql-unclosed", "DO $body$ BEGIN; $$;\n", "A text in $body$"),
                bad("sql-unclosed", "SELECT 1; /* x /* y */\n", "comments nest"),
                bad("sql-unclosed", "COPY a FROM stdin;\n1\n", "site/a.sql:1:1: error: The data of COPY"));
    }

    private static Arguments bad(String code, String statements, String place) {
        return Arguments.of(code, ServiceKind.POSTGRESQL, Uploads.folder(Map.of("a.sql", statements)), place);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1 << 20})
    void anArchiveIsClosedAlsoIfNoEntryFollowsItsScript(int length) {
        List<InputStream> open = new ArrayList<>();
        byte[] archive = executable("#!" + "x".repeat(length));
        draft(ServiceKind.JAVA, new Upload("app.jar", false, List.of(UploadEntry.file("app.jar", archive.length)), entry -> {
            InputStream content = new ByteArrayInputStream(archive) {
                @Override
                public void close() {
                    open.remove(this);
                }
            };
            open.add(content);
            return content;
        }));
        assertThat(open).isEmpty();
    }

    @Test
    void theSitesOfAServiceAreRequiredOfAllOfItsComponents() {
        ServiceRequest request = new ServiceRequest(ServiceKind.GENERIC, "shop",
                Optional.of(Uploads.folder(Map.of("start", "#!/bin/sh\n"))), List.of("bergen", "oslo"), List.of());
        assertThat(Services.draft(request).service().orElseThrow().model(List.of("amd64")))
                .contains("require generic at bergen, oslo\n", "require lead at bergen, oslo\n");
    }

    @ParameterizedTest(name = "{0} of {1}, {3}")
    @MethodSource("bad")
    void aBadUploadIsRefusedWithThePlaceOfItsFault(String code, ServiceKind kind, Upload upload, String place) {
        ServiceDraft draft = draft(kind, upload);
        assertThat(draft.service()).isEmpty();
        assertThat(draft.findings()).extracting(Diagnostic::code).contains(code);
        assertThat(draft.findings()).extracting(Diagnostic::text).anySatisfy(text ->
                assertThat(text).contains(place).contains("\n    Maybe "));
    }

    /** Routers count requests by these patterns: a method without one would be lost from rates, latencies and rules. */
    @Test
    void requestsOfEachMethodAreThoseOfAServiceOverHttp() {
        for (ServiceDraft draft : List.of(draft(ServiceKind.WEB, Uploads.folder(Map.of("index.html", ""))),
                draft(ServiceKind.WEB, Uploads.folder(Map.of("index.php", ""))),
                draft(ServiceKind.JAVA, Uploads.file("app.jar", Uploads.jar(17, Map.of("Main-Class", "app.Main")))))) {
            String text = draft.service().orElseThrow().model(List.of("amd64"));
            assertThat(CaravanLanguage.parse(Map.of("shop.caravan", text, "lab.caravan", WORLD)).applications().get(0).requests())
                    .singleElement().satisfies(request -> assertThat(request.patterns()).extracting(RequestPattern::method)
                            .containsExactlyInAnyOrderElementsOf(RequestPattern.METHODS));
        }
    }

    @Test
    void aNameThatNoApplicationCanHaveIsRefused() {
        for (String name : List.of("Shop", "my shop", "-a", "a-", "", "a".repeat(64), "..")) {
            ServiceDraft draft = Services.draft(new ServiceRequest(ServiceKind.REDIS, name, Optional.empty(), List.of(), List.of()));
            assertThat(draft.findings()).as(name).extracting(Diagnostic::code).containsExactly("service-name");
        }
    }

    @Test
    void aDatabaseOfMariaDbItselfIsNotThatOfAService() {
        ServiceDraft draft = Services.draft(new ServiceRequest(ServiceKind.MYSQL, "mysql", Optional.empty(), List.of(), List.of()));
        assertThat(draft.service().orElseThrow().model(List.of("amd64"))).contains("MYSQL_DATABASE \"mysql_data\"");
    }

    @Test
    void rulesOfApacheAreNotReadWhichIsSaid() {
        ServiceDraft draft = draft(ServiceKind.WEB, Uploads.folder(Map.of("index.php", "", ".htaccess", "Deny from all")));
        assertThat(draft.service()).isPresent();
        assertThat(draft.findings()).extracting(Diagnostic::code).containsExactly("htaccess-ignored");
    }

    @Test
    void theLayerOfAFolderHasTheSameBytesInAnyOrderAndAnotherReaderReadsIt() throws IOException {
        String longName = "x".repeat(90) + "/" + "ä".repeat(60) + ".html";
        Upload upload = Uploads.folder(Map.of("index.html", "<p>hello", "a/style.css", "p{}", longName, "long"),
                UploadEntry.folder("empty"),
                UploadEntry.link("a/home", "../index.html"));
        Upload turned = new Upload("other", true, Stream.iterate(upload.entries().size() - 1, at -> at - 1).limit(upload.entries().size())
                .map(upload.entries()::get).toList(), upload.content());
        byte[] layer = layer(ServiceKind.WEB, upload);
        assertThat(layer(ServiceKind.WEB, turned)).isEqualTo(layer);
        List<String> read = new ArrayList<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new GzipCompressorInputStream(new ByteArrayInputStream(layer)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                assertThat(entry.getLongUserId() + entry.getLongGroupId()).isZero();
                read.add(entry.getName() + " " + Integer.toOctalString(entry.getMode()) + " " + entry.getLinkName()
                        + new String(tar.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
            }
        }
        assertThat(read).containsExactly("srv/ 755 ", "srv/service/ 755 ", "srv/service/a/ 755 ", "srv/service/a/home 777 ../index.html",
                "srv/service/a/style.css 644 p{}", "srv/service/empty/ 755 ", "srv/service/index.html 644 <p>hello",
                "srv/service/" + "x".repeat(90) + "/ 755 ", "srv/service/" + longName + " 644 long");
    }

    private static byte[] layer(ServiceKind kind, Upload upload) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        draft(kind, upload).service().orElseThrow().writeLayer(bytes);
        return bytes.toByteArray();
    }

    @TempDir
    Path folder;

    @Test
    void aFolderIsReadWithoutItsHistoryAndWithoutFollowingLinks() throws IOException {
        Files.createDirectories(folder.resolve(".git/objects"));
        Files.createDirectories(folder.resolve("a"));
        Files.writeString(folder.resolve("index.html"), "hello");
        Files.writeString(folder.resolve("a/b.txt"), "b");
        Files.createSymbolicLink(folder.resolve("a/up"), Path.of("../.."));
        Upload upload = LocalUpload.read(folder);
        assertThat(upload.entries()).containsExactly(UploadEntry.folder("a"), UploadEntry.file("a/b.txt", 1),
                UploadEntry.link("a/up", "../.."),
                UploadEntry.file("index.html", 5));
        try (var content = upload.content().open(upload.file("a/b.txt").orElseThrow())) {
            assertThat(content.readAllBytes()).isEqualTo(new byte[] {'b'});
        }
        Upload single = LocalUpload.read(folder.resolve("index.html"));
        assertThat(single.folder()).isFalse();
        assertThat(single.name()).isEqualTo("index.html");
    }
}
