package org.caravan.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Programs of any kind, in members that can be added and removed, and one lead that knows them. */
final class GenericService implements Engine {

    private static final String START = "start";
    private static final List<String> HOOKS = List.of("join", "leave");
    /** Interpreters of the engine, with the ways to name them. */
    private static final List<String> INTERPRETERS = Stream.of("sh", "bash", "python3").flatMap(name -> Stream.of("/bin/" + name,
            "/usr/bin/" + name, "/usr/bin/env " + name)).toList();
    private static final String HOP = "turns 2  bytes 8 KiB  service-time 5..20 ms";
    private static final int LEAD_PORT = 8080;
    private static final int MEMBER_PORT = 8081;
    /** Longest first line that is read, in characters. */
    private static final int LINE = 200;

    @Override
    public ServiceComponent inspect(ServiceRequest request, Faults faults) {
        Upload upload = request.upload().orElseThrow();
        check(upload, faults);
        long hooks = HOOKS.stream().filter(hook -> upload.file(hook).isPresent()).count();
        String summary = String.format(Locale.ROOT, "The programs of %s (%d files%s)", upload.name(), upload.files().size(),
                hooks == 0 ? "" : ", with hooks for members");
        return new ServiceComponent(summary, false, 50, "An assumption: measure the program, and change the capacity.",
                form("0.1..1", "96..256 MiB", "member", MEMBER_PORT, "Each copy runs the script start, which listens on PORT."),
                "members", MEMBER_PORT, Optional.empty(), new ServiceComponent.Request("call", "", HOP),
                LayerFile.all(upload), false, Optional.of(new ServiceComponent.Lead(form("0.1..1", "96..256 MiB", "lead", LEAD_PORT,
                        "One copy that users call. It runs start as well, and the scripts join and leave for each member."),
                        LEAD_PORT, HOP)));
    }

    private static ServiceComponent.Form form(String cpu, String memory, String role, int port, String remark) {
        return new ServiceComponent.Form(cpu, memory, "1 GiB", new TreeMap<>(Map.of("SERVICE_ROLE", role, "PORT", String.valueOf(port))),
                remark);
    }

    private static void check(Upload upload, Faults faults) {
        if (!upload.folder()) {
            faults.error("upload-type", upload.name() + " is not a folder.", "give the folder of the program, with a script named start.");
            return;
        }
        if (upload.file(START).isEmpty()) {
            faults.error("no-entry-point", "The folder " + upload.name() + " has no script named start.",
                    "add one; its first line names its interpreter: #!/bin/sh");
        }
        Stream.concat(Stream.of(START), HOOKS.stream()).flatMap(script -> upload.file(script).stream())
                .forEach(script -> interpreter(upload, script, faults));
    }

    private static void interpreter(Upload upload, UploadEntry script, Faults faults) {
        char[] begin = new char[LINE];
        String line;
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(upload.content().open(script), StandardCharsets.UTF_8))) {
            int length = 0;
            for (int read = 0; read >= 0 && length < LINE; read = reader.read(begin, length, LINE - length)) {
                length += read;
            }
            line = new String(begin, 0, length).split("\n", 2)[0];
        } catch (IOException e) {
            faults.error("script-unreadable", upload.shown(script) + " cannot be read: " + e.getMessage() + ".", "check its permissions.");
            return;
        }
        if (line.endsWith("\r")) {
            faults.error("script-line-ends", upload.shown(script), 1, line.length(), "The lines end as on Windows.",
                    "convert the file: sed -i 's/\\r$//' " + script.path());
        } else if (!line.startsWith("#!") || INTERPRETERS.stream().noneMatch(known ->
                (line.substring(2).strip() + " ").startsWith(known + " "))) {
            faults.error("script-interpreter", upload.shown(script), 1, 1, "The first line names no interpreter of the engine.",
                    "begin the file by #!/bin/sh, #!/bin/bash or #!/usr/bin/python3");
        }
    }
}
