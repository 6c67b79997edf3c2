package org.caravan.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.caravan.dsl.CaravanLanguage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFolderTest {

    private static final String MODEL = """
            application shop {
              component web { form container { image "shop/web"  cpu 1  memory 64 MiB }  provides http on 80 }
              users oslo { at oslo via A ipv4  rate 1 requests/s  mix look 100 % }
              request look from profile "measured/look.turns.json"
            }
            """;

    @TempDir
    Path project;

    /** As a reactor sees it, and as it is unpacked from a bundle. */
    @Test
    void profilesThatModelsNameGoWithThem() throws Exception {
        Path models = Files.createDirectories(project.resolve("src/measured")).getParent();
        Files.writeString(models.resolve("shop.caravan"), MODEL);
        Files.writeString(models.resolve("unrelated.json"), "{}");
        Files.writeString(models.resolve("measured/look.turns.json"), "{\"request\":\"look\",\"hops\":[{\"from\":\"users\",\"to\":\"web\",\"turns\":9,\"bytes\":1}]}");
        var texts = new ModelFolder(models).texts(project);
        assertThat(texts).containsOnlyKeys("src/shop.caravan", "src/measured/look.turns.json");
        assertThat(CaravanLanguage.parse(texts).diagnostics()).isEmpty();
        assertThat(CaravanLanguage.parse(texts).applications().get(0).request("look").hops().get(0).turns()).isEqualTo(9);
    }
}
