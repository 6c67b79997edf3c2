package org.caravan.adapter.lxc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.node.CopyVariables;
import org.caravan.adapter.node.NodeScripts;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.application.ResourceLimits;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.Layer;
import org.caravan.infrastructure.Architecture;
import org.caravan.testing.Lifetime;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts that go to a host. */
class ScriptTextTest {

    private static final Path GOLDEN = Path.of("src/test/resources/org/caravan/adapter/lxc/web.conf");
    private static final CopyId WEB = new CopyId("shop", new InstanceId("web", 1), 7);
    private static final ScriptSettings SETTINGS = ScriptSettings.DEFAULT;
    private static final ImageManifest IMAGE = image("tiny/web",
            List.of(layer("a"), layer("b")),
            List.of("/opt/web/serve", "--port=80"), Map.of("COLOUR", "of the image", "CARAVAN_INSTANCE", "overridden"));

    @TempDir
    Path folder;

    private static ImageManifest image(String name, List<Layer> layers, List<String> start, Map<String, String> environment) {
        return new ImageManifest(name, ImageKind.CONTAINER, Architecture.AMD64, layers, start, environment);
    }

    private static Layer layer(String digit) {
        return new Layer(new ContentDigest(digit.repeat(64)), 1);
    }

    @Test
    void theConfigurationOfACopy() throws IOException {
        String text = new ContainerConfig(WEB, LxcFixture.spec(100, "tiny/web"), IMAGE, SETTINGS).text();
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, text);
        }
        assertThat(text).isEqualTo(Files.readString(GOLDEN));
    }

    /** Reserved is what a copy gets when all want theirs; above the ceiling it gets nothing. */
    @Test
    void aCeilingIsTheLimitAndWhatIsReservedTheWeight() {
        CopySpec spec = LxcFixture.spec(100, "tiny/web")
                .withCeiling(new ResourceLimits(Optional.of(new MilliCores(1500)), Optional.of(Bytes.ofMebi(512))));
        assertThat(new ContainerConfig(WEB, spec, IMAGE, SETTINGS).text().lines())
                .contains("lxc.cgroup2.cpu.weight = 25", "lxc.cgroup2.cpu.max = 150000 100000",
                "lxc.cgroup2.memory.max = 536870912", "lxc.cgroup2.memory.low = 67108864", "lxc.cgroup.memory.limit_in_bytes = 536870912",
                "lxc.cgroup.memory.soft_limit_in_bytes = 67108864");
        assertThat(spec.digest()).isNotEqualTo(LxcFixture.spec(100, "tiny/web").digest());
    }

    @Test
    void wordsWithSpacesGoThroughTheShellOfTheImage() {
        ImageManifest spaced = image("tiny/web", IMAGE.layers(), List.of("/bin/sh", "-c", "echo 'it''s'"), Map.of());
        ContainerConfig config = new ContainerConfig(WEB, LxcFixture.spec(100, "tiny/web"), spaced, SETTINGS);
        assertThat(config.text()).contains("lxc.init.cmd = /usr/bin/tini -- /bin/sh /run/caravan/start\n");
        assertThat(config.startScript()).isEqualTo("exec '/bin/sh' '-c' 'echo '\\''it'\\'''\\''s'\\'''\n");
    }

    @Test
    void aLineBreakInAVariableIsRefused() {
        CopySpec spec = LxcFixture.spec(100, "tiny/web");
        CopySpec broken = new CopySpec(spec.image(), spec.cpu(), spec.memory(), Map.of("KEY", "a\nlxc.cap.keep ="), spec.endpoints(),
                spec.addresses());
        assertThat(catchThrowableOfType(AdapterFault.class, () -> new ContainerConfig(WEB, broken, IMAGE, SETTINGS).text()))
                .hasMessageContaining("(KEY)").hasMessageContaining("\nMaybe ");
    }

    @Test
    void anImageForOthersToBuildOnIsRefused() {
        ImageManifest base = image("tiny/base", IMAGE.layers(), List.of(), Map.of());
        assertThat(catchThrowableOfType(AdapterFault.class,
                () -> new ContainerConfig(WEB, LxcFixture.spec(100, "tiny/base"), base, SETTINGS).text()))
                .hasMessageContaining("(tiny/base)").hasMessageContaining("has no start command");
    }

    @Test
    void aLabelCannotLeaveItsFolder() {
        CopyId outside = new CopyId("..", new InstanceId("/etc", 1), 1);
        assertThat(catchThrowableOfType(AdapterFault.class, () -> CopyVariables.of(outside)).kind())
                .isEqualTo(AdapterFault.Kind.UNSUPPORTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"inspect", "observe", "ensure", "supply", "ready", "route", "unroute", "connections", "destroy", "log", "usage",
            "usages", "tidy"})
    void aScriptCutOffOnItsWayDoesNothing(String call) throws Exception {
        Map<String, String> variables = new HashMap<>(CopyVariables.of(WEB));
        variables.put("TRICK", "'; touch " + folder.resolve("escaped") + "; '\n$(touch " + folder.resolve("escaped") + ")");
        variables.put("Z", "");
        byte[] script = new NodeScripts(LxcAdapter.class).of(call, variables);
        assertThat(bash("-n", script)).as("syntax of the whole").isZero();
        for (int cut : new int[] {script.length / 3, script.length / 2, script.length - 15}) {
            byte[] start = ("touch() { :; }\n" + new String(Arrays.copyOf(script, cut), StandardCharsets.UTF_8))
                    .getBytes(StandardCharsets.UTF_8);
            assertThat(bash("-c", start)).as("cut at %d: a syntax error, nothing runs", cut).isNotZero();
        }
        assertThat(bash("-s", "{ TRICK=%s\n}".formatted(new String(script, StandardCharsets.UTF_8)
                .replaceAll("(?s).*\nTRICK=(.*?)\nZ=.*", "$1")).getBytes(StandardCharsets.UTF_8))).isZero();
        assertThat(folder.resolve("escaped")).as("a value is never code").doesNotExist();
    }

    /** Every 15 s, so it has neither the programs of hosts (54 kB) nor the functions of other calls. */
    @Test
    void theUsageOfAHostIsReadByAShortScript() {
        Map<String, String> variables = CopyVariables.of(WEB);
        NodeScripts scripts = new NodeScripts(LxcAdapter.class);
        assertThat(scripts.of("usages", variables)).hasSizeLessThan(scripts.of("observe", variables).length / 2);
        assertThat(new String(scripts.of("usages", variables), StandardCharsets.UTF_8))
                .contains("\nusage_of_host()", "\ntell_router()", "\nrunning_in()", "\ncopies_in()").doesNotContain("KEEPER=", "SHAPER=");
    }

    /** As a host is told to run it. */
    private static int bash(String option, byte[] script) throws Exception {
        List<String> command = option.equals("-c") ? List.of("bash", "-c", ". <(cat)") : List.of("bash", option);
        Process bash = Lifetime.limited(new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
        try (var input = bash.getOutputStream()) {
            input.write(script);
        }
        return bash.waitFor();
    }
}
