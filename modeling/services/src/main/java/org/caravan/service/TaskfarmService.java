package org.caravan.service;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.text.TextRule;

/** Tasks in Python: Celery's workers take them from a broker, Redis. */
final class TaskfarmService implements Engine {

    private static final String TASKS = "tasks.py";
    private static final String REQUIREMENTS = "requirements.txt";
    private static final String UNREADABLE = "python-unreadable";
    private static final Pattern DECORATOR = Pattern.compile("@\\s*+([^\\s(]++)");
    private static final Pattern IMPORT = Pattern.compile("(?:from|import)\\s");
    private static final int MIB = 1 << 20;
    private static final int MANY_NAMES = 10_000;
    /** Modules of the engine that a file of the same name would replace. */
    private static final Set<String> OF_ENGINE = Set.of("amqp", "billiard", "celery", "click", "farm_connection", "farm_worker", "kombu",
            "redis", "vine");
    /** Packages that the engine has. */
    private static final Pattern INSTALLED = Pattern.compile("(?i)\\s*(?:#.*|(?:celery|redis|kombu)(?![\\w.-]).*)?");
    private static final int READY_PORT = 8080;
    private static final int BROKER_PORT = 6379;

    @Override
    public ServiceComponent inspect(ServiceRequest request, Faults faults) {
        Upload upload = request.upload().orElseThrow();
        check(upload, faults);
        return new ServiceComponent("Tasks of " + upload.name() + " in Python, by Celery's workers and Redis", false, 10,
                "An assumption: measure the tasks, and change the capacity of one worker.",
                new ServiceComponent.Form("0.1..1", "160..256 MiB", "1 GiB", environment("worker", "LOST_AFTER_SECONDS", "600",
                        "TASKS_AT_ONCE", "1"),
                        "Tasks of a killed worker run again after LOST_AFTER_SECONDS: longer than the longest task and the "
                                + "longest countdown, because other tasks run several times."),
                "farm", READY_PORT, Optional.of("/ready"),
                new ServiceComponent.Request("submit", "", "turns 1  bytes 1 KiB  service-time 1..2 ms"), LayerFile.all(upload), true,
                Optional.of(new ServiceComponent.Broker(new ServiceComponent.Form("0.1..1", "192 MiB", "1 GiB",
                        environment("broker", "REDIS_MEMORY", "64mb"),
                        "It keeps tasks, and results for an hour, on its host. REDIS_MEMORY is their limit, a third of the memory.",
                        Optional.of(ServiceKind.TASKFARM.baseImage())),
                        "redis", BROKER_PORT, "/opt/service/backlog")));
    }

    private static Map<String, String> environment(String role, String... more) {
        Map<String, String> variables = new TreeMap<>(Map.of("SERVICE_ROLE", role));
        for (int i = 0; i < more.length; i += 2) {
            variables.put(more[i], more[i + 1]);
        }
        return variables;
    }

    private static void check(Upload upload, Faults faults) {
        Optional<UploadEntry> tasks = upload.file(TASKS);
        if (tasks.isEmpty()) {
            faults.error("no-entry-point", upload.name() + " has no file tasks.py.", upload.folder()
                    ? "put the functions with @shared_task into tasks.py in this folder."
                    : "name the file tasks.py, or give the folder that contains it.");
        }
        upload.file(REQUIREMENTS).ifPresent(file -> Statements.scan(upload, file, new Requirements(upload.shown(file), faults), UNREADABLE,
                faults));
        upload.files().forEach(file -> {
            String module = file.path().replaceFirst("(?:/__init__)?\\.pyc?$|\\.so$", "");
            if (OF_ENGINE.contains(module) && module.length() < file.path().length()) {
                faults.error("module-of-engine", upload.shown(file), 1, 1, "The file replaces the module " + module + " of the engine.",
                        "give it another name.");
            }
        });
        upload.files().stream().filter(file -> !file.path().contains("/") && Upload.suffix(file.path()).equals(".py")).forEach(file -> {
            if (file.size() > MIB) {
                faults.error(UNREADABLE, upload.shown(file), 1, 1, "The file has more than 1 MiB.",
                        "put data into another file, and read it in the task.");
                return;
            }
            Tasks found = new Tasks(upload.shown(file), faults);
            long before = faults.errors();
            Statements.scan(upload, file, new PythonScan(upload.shown(file), faults, file.path().equals(TASKS) ? found : one -> { }),
                    UNREADABLE, faults);
            if (file.path().equals(TASKS) && faults.errors() == before) {
                found.end();
            }
        });
    }

    /** Reads the tasks of tasks.py. It reports an application only if its name occurs nowhere above. */
    private static final class Tasks implements Consumer<PythonScan.Statement> {

        private final String file;
        private final Faults faults;
        private final Set<String> names = new HashSet<>();
        /** Whether the file can define names that are not read here. */
        private boolean others;
        private boolean imports;
        private boolean any;

        Tasks(String file, Faults faults) {
            this.file = file;
            this.faults = faults;
        }

        @Override
        public void accept(PythonScan.Statement statement) {
            String code = statement.code();
            Matcher decorator = DECORATOR.matcher(code);
            String name = decorator.lookingAt() ? decorator.group(1) : "";
            String last = name.substring(name.lastIndexOf('.') + 1);
            if (last.equals("task") || last.equals("shared_task")) {
                any = true;
                String owner = name.substring(0, Math.max(0, name.indexOf('.')));
                if (!owner.isEmpty() && last.equals("task") && !others && names.add(owner)) {
                    faults.error("no-application", file, statement.line(), statement.indent() + 1,
                            "The task is declared with " + owner + ", which is not defined above.",
                            "write " + owner + " = Celery(\"tasks\") above it, or declare the task with @shared_task.");
                }
            }
            boolean imported = IMPORT.matcher(code).lookingAt();
            imports |= imported || code.contains("__import__") || code.contains("exec(");
            any |= code.contains("register_task(");
            others |= !statement.whole() || names.size() > MANY_NAMES || imported && code.contains("*") || code.contains("exec(")
                    || code.contains("globals(");
            if (!others) {
                names.addAll(List.of(PythonScan.NO_NAME.split(code)));
            }
        }

        /** After the last statement of a file without faults. A file that imports modules can have their tasks. */
        void end() {
            String advice = "write `from celery import shared_task`, and @shared_task above each function.";
            if (!any && imports) {
                faults.warning("no-entry-point", file, 1, 1, "The file itself declares no task.", advice);
            } else if (!any) {
                faults.error("no-entry-point", file, 1, 1, "The file declares no task.", advice);
            }
        }
    }

    /** Reads the packages that an upload needs. */
    private static final class Requirements implements Statements.Scan {

        private final String file;
        private final Faults faults;
        private int number;

        Requirements(String file, Faults faults) {
            this.file = file;
            this.faults = faults;
        }

        @Override
        public void line(String text) {
            number++;
            if (!INSTALLED.matcher(text).matches()) {
                faults.error("requirement-missing", file, number, 1,
                        "The engine does not install (" + TextRule.excerpt(text.strip()) + ").",
                        "copy the package into the folder if it is pure Python, and remove the line.");
            }
        }

        @Override
        public void end() {
            // Each line stands for itself.
        }
    }
}
