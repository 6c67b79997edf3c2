package org.caravan.qos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Files with which the program on the node remembers quotas. Programs that make classes are replaced: nothing is limited. */
@EnabledIf("org.caravan.qos.ShaperProgramTest#hasPerl")
class QuotaFilesTest {

    private static final String COUNT = "lte 5000 day 64000 9000 1780272000\nperiod lte 1780272000 0 1780272100\n";
    private static final Path COPY = Path.of("var/lib/lxc/shop.a.1.1");

    @TempDir
    private Path folder;

    private Process running;

    @Test
    void aQuotaThatIsNoLongerDeclaredIsRememberedAndNotInForce() throws Exception {
        write("run/caravan/quota", "quota " + COUNT + "counter lte eth4 9000\n");
        declare("");
        Process program = run();
        await(() -> text("run/caravan/quota").equals("former " + COUNT));
        await(() -> text("var/lib/caravan/quota").equals("former " + COUNT));
        declare(" 5000 day 64000");
        await(() -> text("run/caravan/quota").startsWith("quota " + COUNT));
        end(program);
    }

    @Test
    void withoutCopiesNoQuotaIsInForce() throws Exception {
        write("run/caravan/quota", "quota " + COUNT);
        declare(" 5000 day 64000");
        assertThat(perl("apply").waitFor()).isZero();
        Files.delete(folder.resolve(COPY).resolve("bandwidth"));
        assertThat(perl("apply").waitFor()).as("no program divides").isZero();
        assertThat(text("run/caravan/quota")).isEqualTo("former " + COUNT);
    }

    /** A price costs money only, and a file of an earlier version has a maximum. */
    @Test
    void aPriceAfterTheQuotaIsCountedAndLeavesTheCapacity() throws Exception {
        String over = "lte 5000 day %s 9000 " + LocalDate.now(ZoneOffset.UTC).toEpochDay() * 86_400;
        String period = "\nperiod lte " + over.substring(over.lastIndexOf(' ') + 1) + " 0 1780272100\n";
        write("run/caravan/quota", "quota " + over.formatted("64000") + period);
        declare(" 5000 day 64000");
        assertThat(files()).contains("link lte 64000");
        write("run/caravan/quota", "quota " + over.formatted("price:90000") + period);
        declare(" 5000 day price:90000");
        assertThat(files()).contains("link lte 50000000");
        Process program = run();
        await(() -> text("var/lib/caravan/quota").equals("quota " + over.formatted("price:90000") + period));
        end(program);
    }

    private List<String> files() throws IOException {
        Path program = Files.writeString(folder.resolve("shaper"), ShaperProgram.text());
        ProcessBuilder builder = new ProcessBuilder("/usr/bin/perl", program.toString(), "files").redirectErrorStream(true);
        builder.environment().put("SHAPER_ROOT", folder.toString());
        return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }

    /** The file cannot be replaced, as on a disk that is full or read-only. */
    @Test
    void aDiskThatTakesNothingNeitherEndsTheProgramNorGetsFilesThatStay() throws Exception {
        write("run/caravan/quota", "quota " + COUNT);
        write("var/lib/caravan/quota/occupied", "");
        write("var/lib/caravan/quota.4711", "of a program that was killed");
        declare(" 5000 day 64000");
        Process program = run();
        TimeUnit.SECONDS.sleep(3);
        assertThat(program.isAlive()).isTrue();
        Files.delete(folder.resolve("var/lib/caravan/quota/occupied"));
        Files.delete(folder.resolve("var/lib/caravan/quota"));
        await(() -> text("var/lib/caravan/quota").equals("quota " + COUNT));
        end(program);
        try (var files = Files.list(folder.resolve("var/lib/caravan"))) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("quota"))).containsExactly("quota");
        }
    }

    /** A program that is started again counts from what the first file has; the second one can be older. */
    @Test
    void theFirstWriteToTheDiskWaitsForNoChange() throws Exception {
        write("run/caravan/quota", "quota " + COUNT);
        write("var/lib/caravan/quota", "quota lte 5000 day 64000 1 1780272000\nperiod lte 1780272000 0 0\n");
        declare(" 5000 day 64000");
        Process program = run();
        await(() -> text("var/lib/caravan/quota").equals("quota " + COUNT));
        end(program);
    }

    private void declare(String quota) throws IOException {
        write(COPY + "/caravan", "spec x\naddress 10.0.0.5\n");
        write(COPY + "/bandwidth", "bridge nobridge\nnet lte 10.0.0.5/24\nlink lte 50000000 0 - 1" + quota + "\n");
    }

    private Process run() throws IOException {
        running = perl("run");
        return running;
    }

    @AfterEach
    void kill() throws InterruptedException {
        if (running != null) {
            running.destroyForcibly().waitFor();
        }
    }

    /** The program ends without its copies. */
    private void end(Process program) throws Exception {
        Files.delete(folder.resolve(COPY).resolve("bandwidth"));
        assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(program.exitValue()).isZero();
        assertThat(text("run/caravan/quota")).startsWith("former");
    }

    private Process perl(String call) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        for (String name : List.of("tc", "nft")) {
            Files.writeString(bin.resolve(name), "#!/bin/sh\nexec cat >/dev/null\n");
            assertThat(bin.resolve(name).toFile().setExecutable(true)).isTrue();
        }
        Files.createDirectories(folder.resolve("var/lib/caravan"));
        write("proc/net/route", "eth4 00000000 0100000A 0003 0 0 0 00000000 0 0 0\n");
        Path program = Files.writeString(folder.resolve("shaper"), ShaperProgram.text());
        ProcessBuilder builder = new ProcessBuilder("/usr/bin/perl", program.toString(), call).redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("SHAPER_ROOT", folder.toString());
        builder.environment().put("SHAPER_SAVE", "1");
        builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
        return builder.start();
    }

    private static void await(BooleanSupplier holds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!holds.getAsBoolean() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(holds.getAsBoolean()).isTrue();
    }

    private String text(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException absent) {
            return "";
        }
    }

    private void write(String name, String text) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(folder.resolve(name), text);
    }
}
