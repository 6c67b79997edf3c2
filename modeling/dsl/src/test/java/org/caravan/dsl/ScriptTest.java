package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.Form;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.infrastructure.FormKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Virtual machines, and the scripts that make a component of one. */
class ScriptTest {

    private static final String MODEL = """
            application shop {
              component pay {
                form vm { image "Debian GNU/Linux 12"  cpu 1  memory 1 GiB  install "vm/install.sh"  start "start.sh"  \
            stop run "pkill \\"pay\\"" }
                provides http on 80
              }
            }
            """;
    private static final String INFRASTRUCTURE = """
            infrastructure one {
              host type small { arch amd64  cores 1  memory 2 GiB  disk 8 GiB  price 3.00 EUR/month  offer "m1.small"  \
            image "Debian GNU/Linux 12" }
              site oslo { kind private  country NO  position 59.9 10.7  vantage v1 at "198.18.255.18" credentials testbed  \
            isp A { ipv4 "10.7.88.0/24" gateway "10.7.88.1" }
                provider openstack { region One  endpoint "https://keystone.example.org:5000/v3"  credentials os  hosts up to 1 of small } }
            }
            """;
    private static final String INSTALL = "apt-get install -y pay\n";

    @Test
    void aMachineIsReadWithItsScripts() {
        ParsedModels read = parse(MODEL, INSTALL);
        assertThat(Texts.texts(read.diagnostics())).isEmpty();
        Form form = read.applications().get(0).component("pay").forms().get(0);
        assertThat(form.kind()).isEqualTo(FormKind.VM);
        assertThat(form.image()).isEqualTo("Debian GNU/Linux 12");
        assertThat(form.scripts()).contains(new Scripts(Optional.of(new Script(Optional.of("vm/install.sh"), INSTALL)),
                new Script(Optional.of("start.sh"), "exec pay"), Optional.of(Script.command("pkill \"pay\""))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            start "start.sh"        | start "stort.sh"         | script-missing     | 3:96  \
            | Start of component pay runs stort.sh, which is not in the folder of the model
            "vm/install.sh"         | "../install.sh"          | script-path        | 3:73  | write: install "install.sh"
            "vm/install.sh"         | "/etc/passwd"            | script-path        | 3:73  | no .sh file in the folder of the model
            run "pkill \\"pay\\""   | run " "                  | script-unfit       | 3:113 | Stop of component pay is empty
            start "start.sh"        | `` | missing-property   | 3:10  | has no start
            form vm                 | form container           | scripts-without-vm | 3:10  | write: form vm
            image "Debian GNU/Linux 12" | image " x"           | provider-name-invalid | 3:21 | write it as the provider lists it
            cpu 1                   | cpu 1..2                 | vm-ceiling         | 3:48  | has its whole machine
            memory 1 GiB            | memory 1..2 GiB          | vm-ceiling         | 3:58  | has its whole machine
            start "start.sh"        | start "start.sh" start run "x" | duplicate-property | 3:107 | says start more than once
            """)
    void whatIsWrongIsSaidWhereItStands(String accepted, String rejected, String code, String place, String expected) {
        assertThat(MODEL).contains(accepted);
        List<Diagnostic> found = parse(MODEL.replace(accepted, rejected == null ? "" : rejected), INSTALL).diagnostics();
        assertThat(Texts.texts(found)).filteredOn(text -> text.contains("[" + code + "]")).singleElement().asString()
                .startsWith("shop.caravan:" + place + ": error: ").contains(expected);
    }

    @ParameterizedTest
    @CsvSource({"65536, ''", "65537, has 65537 bytes"})
    void aScriptIsNoPackage(int length, String expected) {
        String texts = String.join("\n", Texts.texts(parse(MODEL, "x".repeat(length)).diagnostics()));
        assertThat(texts.contains("script-unfit")).isEqualTo(!expected.isEmpty());
        assertThat(texts).contains(expected);
    }

    @Test
    void wordsOfScriptsAreNamesToo() {
        String text = MODEL.replace("component pay", "component install")
                .replace("provides http", "provides start on 81 provides stop on 82 provides run")
                .replace("    form", "    requires run.http form")
                + "application b { component run { form container { image \"a\" cpu 1 memory 1 MiB } provides http on 1 } }";
        assertThat(Texts.texts(parse(text.replace("requires run.http", ""), INSTALL).diagnostics())).isEmpty();
    }

    @Test
    void onlyAMachineThatIsRentedWithTheImageFits() {
        assertThat(fit(INFRASTRUCTURE)).isEmpty();
        assertThat(fit(INFRASTRUCTURE.replace("GNU/Linux 12", "GNU/Linux 13")))
                .contains("no machine is rented with image Debian GNU/Linux 12");
        assertThat(fit(INFRASTRUCTURE.replaceAll("provider openstack [{].*[}] [}]",
                "provider lxc { credentials c host h of small at \"198.18.255.1\" } }"))).contains("no host runs a vm");
    }

    private static String fit(String infrastructure) {
        return String.join("\n", Texts.texts(CaravanLanguage.parse(Map.of("shop.caravan", MODEL, "vm/install.sh", INSTALL, "start.sh",
                "exec pay", "one.caravan", infrastructure)).diagnostics()));
    }

    private static ParsedModels parse(String model, String install) {
        return CaravanLanguage.parse(Map.of("shop.caravan", model, "vm/install.sh", install, "start.sh", "exec pay"));
    }

    static final List<String> CODES = List.of("script-missing", "script-path", "script-unfit", "scripts-without-vm", "vm-ceiling");
}
