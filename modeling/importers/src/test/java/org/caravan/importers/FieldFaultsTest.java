package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.application.Component;
import org.caravan.application.EndpointReference;
import org.caravan.application.Form;
import org.caravan.application.SecretUse;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.importers.draft.ImportOptions;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds of faults that imports of public files showed: secrets of the shell, unset variables, aliases, equal names, what does not run. */
class FieldFaultsTest {
    @ParameterizedTest
    @ValueSource(strings = {"DB_PASSWORD", "DB_PASSWORD=${DB_PASSWORD}", "DBPASS=${DBPASS}", "REDISPASS", "SIGNING_SECRET=", "APIKEY=",
            "PGPASSWORD=${PGPASSWORD:-hunter2}",
        "AUTH=Bearer abcdefghijklmnopqrstuvwxyz0123456789", "CONNECTION=${SMTP_PASSWORD}", "LINE=user:${ADMIN_TOKEN}", "MONGOPASS",
                "X=${A:-${B_SECRET}}", "TOKEN2"})
    void variablesOfSecretNameAreSecretsWhereverTheirValueIs(String assignment) {
        Imported imported = compose("services: {app: {image: acme/app, ports: ['80'], environment: ['" + assignment + "']}}");
        Form form = Fixtures.model(imported).component("app").forms().get(0);
        assertThat(form.environment()).isEmpty();
        assertThat(form.secrets()).hasSize(1);
        assertThat(Fixtures.messages(imported)).doesNotContain("env { … }", "hunter2", "abcdefghij");
    }

    @ParameterizedTest
    @ValueSource(strings = {"COMPASS=north", "BYPASS=all", "TRESPASS=no-one", "LOG_LEVEL", "KEYBOARD=no", "MAX_TOKENS=${MAX_TOKENS}"})
    void variablesOfOtherNamesAreNot(String assignment) {
        assertThat(Fixtures.model(compose("services: {app: {image: acme/app, ports: ['80'], environment: ['" + assignment + "']}}"))
                .component("app").forms().get(0).secrets()).isEmpty();
    }

    @Test
    void emptySecretsOfDifferentNamesAreDifferentSecrets() {
        Imported imported =
                compose(
                "services: {app: {image: acme/app, ports: ['80'], environment: ['SIGNING_SECRET=', 'APIKEY=', 'A_PASSWORD=${P}', "
                + "'B_PASSWORD=${P}']}}");
        assertThat(Fixtures.model(imported).component("app").forms().get(0).secrets()).extracting(SecretUse::secretName)
                .containsExactlyInAnyOrder("shop-signing-secret", "shop-apikey", "shop-a-password", "shop-a-password");
    }

    @Test
    void valuesOfEnvironmentFilesAreUsedAndSecretsAmongThemStayAway() {
        Map<String, String> files = Map.of(".env",
                "TAG=7\nexport DB_PASS='pa$$word'  # a comment\nPORT=\"8080\"\nEMPTY=\n#OFF=1\nHOST=cache:${PORT}\n",
                "web.env", "MODE=fast\nSMTP_PASSWORD=from-a-file\nDOLLAR=a$$b\nSHARED=file\n");
        Imported imported = compose("""
                services:
                  web: {image: "acme/web:${TAG}", ports: ["${PORT}:80"], env_file: [web.env, {path: absent.env, required: false}],
                        environment: {LINK: "redis://${HOST}", PLAIN: "${DB_PASS}", SHARED: own, DB_PASS: }}
                  cache: {image: redis}
                """, files);
        Form form = Fixtures.model(imported).component("web").forms().get(0);
        assertThat(form.image()).isEqualTo("acme/web-7");
        assertThat(form.environment()).containsExactlyInAnyOrderEntriesOf(Map.of("MODE", "fast", "DOLLAR", "a$b", "SHARED", "own", "LINK",
                "redis://cache:8080"));
        assertThat(form.secrets()).extracting(SecretUse::fileName).containsExactlyInAnyOrder("smtp-password", "plain", "db-pass");
        assertThat(Fixtures.model(imported).component("web").requires()).extracting(EndpointReference::toString)
                .containsExactly("cache.http");
        assertThat(imported.text().orElseThrow() + Fixtures.messages(imported)).doesNotContain("pa$$word", "from-a-file");
        assertThat(Fixtures.codes(imported)).doesNotContain("variable-unset", "env-file-missing");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "image: 'acme/${A_NAME}:${A_TAG}'|variable-unset variable-unset", "image: a, ports: ['${A_PORT}']|variable-unset",
                "image: a, ports: ['${B:?set B}:80']|variable-required",
        "image: a, ports: [{target: '${T}'}]|variable-unset", "image: a, platform: '${PLAT:-}'|``",
                "image: a, mem_limit: '${M}'|variable-unset", "image: a, volumes: ['${V}:/data']|variable-unset",
        "image: '${I?}'|variable-required", "image: a, env_file: ['${F}.env']|variable-unset env-file-missing",
                "image: a, environment: {X: '${Y:?say Y}'}|variable-unset"})
    void variablesWithoutValueAreReportedOnceWhereTheyStand(String service, String codes) {
        Imported imported = compose("services: {a: {" + service + "}}");
        assertThat(imported.diagnostics().stream().map(Diagnostic::code).filter(code -> code.startsWith("variable")
                || code.startsWith("env")).collect(Collectors.joining(" "))).isEqualTo(codes);
        assertThat(Fixtures.messages(imported)).doesNotContain("acme/:", "port \"\"", "platform  of");
    }

    @Test
    void dependenciesWithoutPortAreLinksAllTheSame() {
        assertThat(Fixtures.codes(compose("services: {a: {image: acme/a, depends_on: [b]}, b: {image: acme/b}}")))
                .contains("link-without-port").doesNotContain("unlinked");
        assertThat(Fixtures.codes(compose("services: {a: {image: acme/a}, b: {image: acme/b}}"))).contains("unlinked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"networks: {n: {aliases: [backend]}}", "container_name: backend", "hostname: backend"})
    void servicesAreFoundByTheirOtherNames(String naming) {
        Imported imported =
                compose(
                "services: {web: {image: acme/web, ports: ['80'], environment: {BACK: 'http://backend:8081'}}, api: {image: acme/api, "
                + "expose: ['8081'], "
                + naming + "}}\nnetworks: {n: {}}");
        assertThat(Fixtures.model(imported).component("web").requires()).extracting(EndpointReference::toString)
                .containsExactly("api.port-8081");
        assertThat(Fixtures.messages(imported)).containsAnyOf("\"backend\" is api here", "a component is found by its own name");
        assertThat(Fixtures.codes(imported)).doesNotContain("unlinked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"S: 'http://back.lan:8081'", "S: 'back.lan:8081'", "API_HOST: back.lan", "S: 'http://api.shop.svc:8081/x'",
        "S: 'https://back.lan/x'"})
    void namesWithADomainAreNamesOfServices(String variable) {
        assertThat(Fixtures.model(compose("services: {web: {image: acme/web, ports: ['80'], environment: {" + variable
                + "}}, api: {image: acme/api, expose: ['8081'], hostname: back.lan}}")).component("web").requires())
                .extracting(EndpointReference::toString).containsExactly("api.port-8081");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "app: {image: a, ports: ['80'], depends_on: {job: {condition: service_completed_successfully}}}, job: {image: j, restart: "
                + "'no'}|runs once and ends",
        "app: {image: a, ports: ['80']}, job: {image: j, deploy: {mode: replicated-job}}|runs once and ends",
                "app: {image: a, ports: ['80']}, job: {image: j, scale: 0}|is switched off",
        "app: {image: a, ports: ['80']}, job: {image: j, deploy: {replicas: 0}}|is switched off",
                "app: {image: a, ports: ['80'], depends_on: [job]}, job: {image: j, profiles: [seed]}|runs only if one of its profiles"})
    void whatDoesNotRunIsLeftOutAndListed(String services, String reason) {
        Imported imported = compose("services: {" + services + "}");
        assertThat(Fixtures.model(imported).components()).extracting(Component::id).containsExactly("app");
        assertThat(Fixtures.messages(imported)).contains("service job, which " + reason);
        assertThat(Fixtures.codes(imported)).doesNotContain("dangling-reference");
    }

    @Test
    void aFileInWhichNothingRunsIsAnError() {
        assertThat(Fixtures.codes(compose("services: {a: {image: a, scale: 0}}"))).contains("no-services");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "acme/app:1.0 acme/app-1.0|acme/app-1.0 acme/app-1.0-2", "acme/app:latest acme/app|acme/app acme/app",
                "docker.io/library/redis redis:latest|docker.io/library/redis docker.io/library/redis",
        "acme/app@sha256:11 acme/app|acme/app acme/app-2", "Acme/App acme/app|acme/app acme/app-2", "a/b_c:1 a/b__c:1|a/b_c-1 a/b-c-1",
                "r:5000/a r-5000/a|r-5000/a r-5000/a-2"})
    void differentImagesHaveDifferentNames(String references, String names) {
        String[] both = references.split(" ");
        Imported imported = compose("services: {one: {image: '" + both[0] + "', ports: ['80']}, two: {image: '" + both[1]
                + "', ports: ['80']}}");
        List<String> found = Fixtures.model(imported).components().stream().sorted((a, b) -> a.id().compareTo(b.id()))
                .map(component -> component.forms().get(0).image()).toList();
        assertThat(found).containsExactly(names.split(" "));
        assertThat(Fixtures.messages(imported)).contains("--name " + found.get(1));
    }

    @Test
    void limitsBelowReservationsAreSaid() {
        String service =
                "services: {v: {image: a, ports: ['80'], deploy: {resources: {limits: {%s}, reservations: {cpus: '0.5', memory: 100M}}}}}";
        assertThat(Fixtures.codes(compose(service.formatted("cpus: '0.25', memory: 500M")))).contains("limit-below-reservation");
        assertThat(Fixtures.codes(compose(service.formatted("memory: 50M")))).contains("limit-below-reservation");
        assertThat(Fixtures.codes(compose(service.formatted("cpus: '0.5', memory: 100M")))).doesNotContain("limit-below-reservation");
        assertThat(Fixtures.codes(compose("services: {v: {image: a, ports: ['80'], mem_limit: 50M, mem_reservation: 100M}}")))
                .as("in the keys of Compose 2").contains("limit-below-reservation");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"./src:/srv|false", ".:/app|false", "./config:/etc/app|false",
            "./html:/usr/share/nginx/html|false", "../web/public:/p|false", "~/certs:/c|false",
        "./data:/var/lib/mysql|true", "/srv/mysql:/var/lib/mysql|true", "db:/var/lib/db|true", "./postgres:/var/lib/postgresql/data|true",
                "db:/data:ro|false"})
    void foldersOfSourcesAreNoData(String volume, boolean stateful) {
        Imported imported = compose("services: {web: {image: acme/web, ports: ['80'], volumes: ['" + volume + "']}}\nvolumes: {db: }");
        assertThat(Fixtures.model(imported).component("web").stateful()).isEqualTo(stateful);
        assertThat(Fixtures.messages(imported)).contains(volume.replaceAll("^[^:]*:", "").replace(":ro", ""));
    }

    @Test
    void servicesHaveWhatTheyExtend() {
        Imported imported = compose("""
                services:
                  base: {image: acme/base, expose: ["80"], environment: {A: base, B: base}, mem_limit: 64m}
                  one: {extends: {service: base}, environment: ["B=own"], expose: ["81"]}
                  two: {extends: one, image: acme/two}
                  other: {extends: {service: far, file: far.yml}}
                """, Map.of("far.yml", "services: {far: {image: acme/far, ports: ['90']}}"));
        Component two = Fixtures.model(imported).component("two");
        assertThat(two.forms().get(0).image()).isEqualTo("acme/two");
        assertThat(two.forms().get(0).memory()).hasToString("64 MiB");
        assertThat(two.forms().get(0).environment()).containsExactlyInAnyOrderEntriesOf(Map.of("A", "base", "B", "own"));
        assertThat(two.provides().stream().map(endpoint -> endpoint.port()).toList()).containsExactlyInAnyOrder(80, 81);
        assertThat(Fixtures.model(imported).component("other").forms().get(0).image()).isEqualTo("acme/far");
        assertThat(Fixtures.codes(imported)).doesNotContain("image-to-build");
        assertThat(Fixtures.messages(imported)).as("what is resolved is carried over").doesNotContain("extends");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: {extends: {service: b}, image: x}, b: {extends: {service: a}}", "a: {extends: nothing}", "a: {extends: a}",
            "a: {extends: {service: x, file: absent.yml}}"})
    void whatCannotBeExtendedIsAnError(String services) {
        assertThat(compose("services: {" + services + "}").diagnostics())
                .anySatisfy(found -> assertThat(found.code()).isEqualTo("extends-invalid"));
    }

    @Test
    void targetsOfSecretsElsewhereAndModesAreListed() {
        String messages = Fixtures.messages(compose(
                "services: {a: {image: a, ports: ['80'], secrets: [{source: s, target: /etc/token, mode: 0440, gid: '5'}]}}\nsecrets: {s: "
                + "{file: x}}"));
        assertThat(messages).contains("target /etc/token of secret s", "secrets.mode", "secrets.gid");
    }

    @Test
    void disksOfClaimsAreReservedAndPortsOfHostsAreListed() {
        Imported imported = Fixtures.imported("pvc.yaml", """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db}
                spec:
                  template:
                    spec:
                      containers:
                      - {name: db, image: "postgres:16", ports: [{containerPort: 5432, hostPort: 15432}], \
                resources: {requests: {ephemeral-storage: 3Gi}, limits: {cpu: 100m, memory: 1Gi}}}
                      volumes: [{name: tmp, emptyDir: {sizeLimit: 2Gi}}, {name: more, persistentVolumeClaim: {claimName: spare}}]
                  volumeClaimTemplates:
                  - {metadata: {name: d}, spec: {resources: {requests: {storage: 20Gi}}}}
                ---
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: spare}
                spec: {resources: {requests: {storage: 7Gi}}}
                """);
        assertThat(Fixtures.model(imported).component("db").forms().get(0).disk()).hasToString("Optional[30 GiB]");
        assertThat(Fixtures.messages(imported)).contains("hostPort 15432", "size 2Gi of the temporary volume tmp");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            value = {"containers: [{name: web, image: w, command: [serve], args: [x]}]|--start",
            "initContainers: [{name: i, image: w}], containers: [{name: web, image: w}]|start command",
        "containers: [{name: web, image: w}], affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: "
                + "kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}]}}|require web apart by host",
        "containers: [{name: web, image: w}], tolerations: [{key: a}]|require COMPONENT at SITE",
                "containers: [{name: web, image: w, livenessProbe: {}}]|ready when GET"})
    void whatKubernetesAloneKnowsHasAHint(String pod, String hint) {
        assertThat(Fixtures.messages(Fixtures.imported("k.yaml",
                "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {" + pod + "}}}\n"))).contains(hint);
    }

    @Test
    void boundsOfAnAutoscalerAreReplicas() {
        String workload =
                "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: web, image: "
                + "w}]}}}\n---\n"
                + "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: s}\nspec: {scaleTargetRef: {kind: "
                        + "Deployment, name: %s}, minReplicas: 2, maxReplicas: 5}\n";
        Imported imported = Fixtures.imported("k.yaml", workload.formatted("web"));
        assertThat(Fixtures.model(imported).component("web").replicas()).isEqualTo(2);
        assertThat(Fixtures.messages(imported)).contains("replicas 2..5  capacity 20 requests/s");
        assertThat(Fixtures.messages(Fixtures.imported("k.yaml", workload.formatted("other")))).contains("is not among the workloads");
    }

    @Test
    void aKustomizationSaysHowItIsRendered() {
        assertThat(Fixtures.messages(Fixtures.imported("k.yaml",
                "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]\n"))).contains("kubectl kustomize");
    }

    /** CAMEL 1.x: hosts by hosting, nested attributes, scripts without the word script, scales that name their component. */
    @Test
    void camelOfPaasageIsTaken() {
        Imported imported = Fixtures.imported("mini.camel", PAASAGE);
        Component web = Fixtures.model(imported).component("Web");
        assertThat(web.forms().get(0).cpu()).hasToString("4");
        assertThat(web.forms().get(0).memory()).hasToString("8 GiB");
        assertThat(imported.text().orElseThrow()).contains("form vm", "./start.sh", "require Web in DE");
        assertThat(Fixtures.messages(imported)).contains("replicas 1..5  capacity 20 requests/s")
                .doesNotContain("\"port\"", "mandatory", "declared nowhere", "Not carried over: vm", "Not carried over: hosting");
        assertThat(web.requires()).extracting(EndpointReference::toString).containsExactly("Db.DbPort");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"core: 4..|ram: 8192..|4|8 GiB", "core: 8..32|ram: 4096..8192|8|4 GiB",
            "core: 1|ram: 512|1|512 MiB", "core: 2 .. 4|ram: 1024 .. 2048|2|1 GiB", "core: 1.. cpu: 1.0..|ram: 1024..|1|1 GiB"})
    void rangesOfHardwareReserveTheirLowerEnd(String cores, String memory, String cpu, String bytes) {
        Form form = Fixtures.model(Fixtures.imported("mini.camel", PAASAGE.replace("core: 4.. ram: 8192..", cores + " " + memory)))
                .component("Web").forms().get(0);
        assertThat(form.cpu()).hasToString(cpu);
        assertThat(form.memory()).hasToString(bytes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "<?xml version=\"1.0\"?><camel:CamelModel xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" "
                + "xmlns:camel=\"http://www.paasage.eu/2015/06/camel\"/>|CAMEL 1.x, of PaaSage",
        "<camel:CamelModel xmlns:camel='http://www.paasage.eu/2014/camel'/>|CAMEL 1.x, of PaaSage",
        "<core:CamelModel xmlns:core=\"http://www.camel-dsl.org/camel/core\"/>|CAMEL 2.x or later",
        "<?xml version=\"1.0\"?><project/>|is XML. Neither", "<html><body/></html>|is XML. Neither"})
    void xmlIsRefusedWithWhatItIs(String text, String said) {
        assertThat(Fixtures.messages(Fixtures.imported("shop.xmi", text))).contains(said, "Maybe");
        assertThat(Fixtures.messages(Fixtures.imported("shop.camel", text))).contains(said);
    }

    private static final String PAASAGE = """
            camel model ShopModel {
              application Shop { version: 'v1' deployment models [ShopModel.ShopDeployment] }
              deployment model ShopDeployment {
                requirement set BigRS { quantitative hardware: ShopRequirement.Big location: ShopRequirement.DE }
                vm Big { requirement set BigRS provided host BigHost }
                internal component Web {
                  provided communication WebPort {port: 8080}
                  required communication DbPortReq {port: 5432 mandatory}
                  required host BigHostReq
                  configuration WebConf { download: 'wget http://example.org/web.tgz' install: './install.sh' start: './start.sh' }
                }
                internal component Db { provided communication DbPort {port: 5432} required host BigHostReq }
                hosting WebToBig { from Web.BigHostReq to Big.BigHost }
                communication WebToDb { type: REMOTE from Web.DbPortReq to Db.DbPort }
              }
              requirement model ShopRequirement {
                quantitative hardware Big { core: 4.. ram: 8192.. }
                location requirement DE { locations [ShopLocation.DE] }
                horizontal scale requirement ScaleWeb { component: ShopModel.ShopDeployment.Web instances: 1 .. 5 }
              }
              location model ShopLocation { country DE { name: Germany } }
              metric model ShopMetric { window Win { size type: TIME_ONLY unit: ShopModel.ShopUnit.minutes } }
              unit model ShopUnit { time interval unit {minutes: MINUTES} }
            }
            """;

    @Test
    void applicationsAreNamedByTheCallerElseAfterTheirFolder() {
        String workload = "apiVersion: v1\nkind: Pod\nmetadata: {name: %s}\nspec: {containers: [{name: web, image: w}]}\n";
        List<SourceFile> two = List.of(new SourceFile("hotel/consul.yaml", workload.formatted("a")),
                new SourceFile("hotel/rate.yaml", workload.formatted("b")));
        assertThat(Fixtures.model(ModelImport.of(two, ImportOptions.DEFAULT)).name()).isEqualTo("hotel");
        ImportOptions named = new ImportOptions(Optional.empty(), Optional.of("mine"), List.of(), ImportOptions.DEFAULT.files());
        assertThat(Fixtures.model(ModelImport.of(two, named)).name()).isEqualTo("mine");
        assertThat(Fixtures.model(ModelImport.of(List.of(new SourceFile("c.yml", "name: x\nservices: {a: {image: a}}")), named)).name())
                .isEqualTo("mine");
    }

    @ParameterizedTest
    @CsvSource({"shop/k8s/a/one.yaml, shop/k8s/b/two.yaml, k8s", "shop/one.yaml, shop/two.yaml, shop",
            "shop/one.yaml, shop/deep/two.yaml, shop",
        "/one.yaml, /a/two.yaml, application"})
    void manyManifestsAreNamedAfterTheFolderThatHoldsThemAll(String first, String second, String name) {
        String pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: acme/c, ports: "
                + "[{containerPort: 80}]}]}\n";
        assertThat(Fixtures.model(Fixtures.imported(new SourceFile(first, pod), new SourceFile(second, pod.replace("name: p", "name: q"))))
                .name())
                .isEqualTo(name);
    }

    /** A Deployment with replicas 0 was started, and a claim whose size became disk was said to be dropped. */
    @Test
    void workloadsThatAreSwitchedOffStayOutAndClaimsInUseAreCarriedOverBySize() {
        String deployment = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %s}
                spec: {replicas: %d, template: {spec: {containers: [{name: c, image: acme/c, ports: [{containerPort: 80}]}],
                  volumes: [{name: v, persistentVolumeClaim: {claimName: v}}]}}}
                ---
                """;
        String claim = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: v}\nspec: {resources: {requests: {storage: 3Gi}}}\n";
        Imported imported = Fixtures.imported("k.yaml", deployment.formatted("off", 0) + deployment.formatted("web", 1) + claim);
        assertThat(Fixtures.model(imported).components()).extracting(Component::id).containsExactly("web");
        assertThat(imported.text().orElseThrow()).contains("disk 3 GiB");
        assertThat(Fixtures.messages(imported)).contains("Deployment off, which is switched off (replicas 0)",
                "PersistentVolumeClaim v beside its size");
        assertThat(Fixtures.codes(ModelImport.of(List.of(new SourceFile("k.yaml", deployment.formatted("off", 0))), ImportOptions.DEFAULT)))
                .contains("no-workload");
    }

    /** Docker Compose substitutes variables in every text, also in those that no part of a model has a place for. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"command: 'run ${GONE}'|variable-unset", "command: [run, '$GONE']|variable-unset",
            "entrypoint: ['sh', '-c', 'x ${GONE}']|variable-unset", "labels: {a: '${GONE}'}|variable-unset",
            "user: '${GONE}'|variable-unset", "command: 'run ${GONE:?say where}'|variable-required", "command: 'run ${GONE:-x}'|-",
            "command: run $$GONE|-", "logging: {options: {tag: '${GONE}'}}|variable-unset", "command: 'run ${SET}'|-"})
    void unsetVariablesOfKeysThatAreNotCarriedAreReported(String key, String code) {
        Imported imported = ModelImport.of(List.of(new SourceFile("shop/compose.yml",
                "services: {a: {image: acme/a, ports: ['80'], " + key + "}}")),
                ImportOptions.DEFAULT.withFiles(path -> Optional.ofNullable(Map.of(".env", "SET=1").get(path))));
        assertThat(imported.diagnostics()).filteredOn(found -> found.code().startsWith("variable-")).extracting(Diagnostic::code)
                .isEqualTo(code.equals("-") ? List.of() : List.of(code));
    }

    private static Imported compose(String text) {
        return compose(text, Map.of());
    }

    private static Imported compose(String text, Map<String, String> files) {
        return Fixtures.checked(ModelImport.of(List.of(new SourceFile("shop/compose.yml", text)),
                ImportOptions.DEFAULT.withFiles(path -> Optional.ofNullable(files.get(path)))));
    }
}
