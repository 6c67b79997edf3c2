package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.junit.jupiter.api.Test;

/** The texts of the test bed, edited. */
class InfrastructureEditTest {

    private static final String TEXT = """
            infrastructure Small {
              host type pi { arch arm64  cores 4  memory 1 GiB  disk 32 GiB  price 3.00 EUR/month }
              // the attic
              site bergen {
                kind edge  country NO  position 60.4 5.3
                isp BKK { ipv4 "10.5.6.0/24" gateway "10.5.6.1" }
                provider lxc {
                  credentials attic
                  host pi-1 of pi at "198.51.100.11" // beside the window
                }
              }
              site narvik {
                kind edge  country NO  position 68.4 17.4
                isp BKK { ipv4 "10.5.7.0/24" gateway "10.5.7.1" }
              }
            }
            """;
    private static final Map<String, String> FILES = Map.of("small.caravan", TEXT);

    @Test
    void aHostComesAfterTheLastOfItsProviderAndGoesAgain() {
        InfrastructureEdit added = InfrastructureEdit.adding(FILES, "bergen", host("pi-2", 22, "attic"));
        assertThat(added.diff()).isEqualTo("""
                small.caravan line 10
                        credentials attic
                        host pi-1 of pi at "198.51.100.11" // beside the window
                +       host pi-2 of pi at "198.51.100.12"
                      }
                    }
                """);
        assertThat(parsed(added).siteOfHost("pi-2").id()).isEqualTo("bergen");
        assertThat(InfrastructureEdit.removing(added.files(), "pi-2").files()).isEqualTo(FILES);
        InfrastructureEdit none = InfrastructureEdit.removing(FILES, "pi-1");
        assertThat(none.diff()).contains("-       host pi-1");
        assertThat(parsed(none).hosts()).isEmpty();
        assertThat(parsed(InfrastructureEdit.adding(none.files(), "bergen", host("pi-3", 22, "attic"))).host("pi-3").credentials())
                .isEqualTo("attic");
    }

    @Test
    void aSiteWithoutTheProviderGetsIt() {
        InfrastructureEdit added = InfrastructureEdit.adding(FILES, "narvik", host("pi-2", 2022, "cellar"));
        assertThat(added.diff()).contains("""
                +     provider lxc {
                +       credentials cellar
                +       host pi-2 of pi at "198.51.100.12" port 2022
                +     }
                """);
        assertThat(parsed(added).host("pi-2").port()).isEqualTo(2022);
    }

    @Test
    void whatCannotBeWrittenIsRefused() {
        assertThatThrownBy(() -> InfrastructureEdit.adding(FILES, "oslo", host("pi-2", 22, "attic"))).isInstanceOf(RejectedInput.class)
                .hasMessageContaining("oslo");
        assertThatThrownBy(() -> InfrastructureEdit.adding(FILES, "bergen", host("pi-2", 22, "cellar")))
                .hasMessageContaining("not (cellar)");
        assertThatThrownBy(() -> InfrastructureEdit.adding(FILES, "bergen", host("pi 2", 22, "attic"))).hasMessageContaining("no name");
        assertThatThrownBy(() -> InfrastructureEdit.removing(FILES, "pi-9")).hasMessageContaining("pi-9");
    }

    private static Host host(String id, int port, String credentials) {
        return new Host(id, "pi", "lxc", "198.51.100.12", port, credentials);
    }

    private static Infrastructure parsed(InfrastructureEdit edit) {
        ParsedModels parsed = CaravanLanguage.parse(edit.files());
        assertThat(parsed.diagnostics()).isEmpty();
        return parsed.infrastructures().get(0);
    }
}
