package org.caravan.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.execution.DefaultMavenExecutionRequest;
import org.apache.maven.execution.DefaultMavenExecutionResult;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.project.MavenProject;
import org.caravan.dsl.CaravanLanguage;
import org.codehaus.plexus.util.xml.Xpp3Dom;
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
        Files.writeString(models.resolve("measured/look.turns.json"),
                "{\"request\":\"look\",\"hops\":[{\"from\":\"users\",\"to\":\"web\",\"turns\":9,\"bytes\":1}]}");
        var texts = new ModelFolder(models).texts(project);
        assertThat(texts).containsOnlyKeys("src/shop.caravan", "src/measured/look.turns.json");
        assertThat(CaravanLanguage.parse(texts).diagnostics()).isEmpty();
        assertThat(CaravanLanguage.parse(texts).applications().get(0).request("look").hops().get(0).turns()).isEqualTo(9);
    }

    /** As Maven itself fills a goal's parameters: of what is said by several, the first holds. */
    @Test
    @SuppressWarnings("deprecation") // Maven has no other way to a session without a container.
    void anotherModulesFolderIsFoundAsItsOwnGoalsFindIt() {
        MavenProject module = new MavenProject();
        module.setFile(project.resolve("pom.xml").toFile());
        DefaultMavenExecutionRequest request = new DefaultMavenExecutionRequest();
        MavenSession session = new MavenSession(null, null, request, new DefaultMavenExecutionResult());
        assertThat(ModelFolder.of(module, session)).isEqualTo(project.resolve("src/main/caravan"));
        module.getProperties().setProperty("caravan.models", "of-the-project");
        assertThat(ModelFolder.of(module, session)).isEqualTo(project.resolve("of-the-project"));
        request.getUserProperties().setProperty("caravan.models", "of-the-command-line");
        assertThat(ModelFolder.of(module, session)).isEqualTo(project.resolve("of-the-command-line"));
        Plugin plugin = new Plugin();
        plugin.setGroupId("org.caravan");
        plugin.setArtifactId("caravan-maven-plugin");
        Xpp3Dom configuration = new Xpp3Dom("configuration");
        Xpp3Dom models = new Xpp3Dom("models");
        models.setValue("of-the-configuration");
        configuration.addChild(models);
        plugin.setConfiguration(configuration);
        module.getBuild().addPlugin(plugin);
        assertThat(ModelFolder.of(module, session)).isEqualTo(project.resolve("of-the-configuration"));
    }
}
