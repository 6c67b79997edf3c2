package org.caravan.maven;

import java.net.URI;
import java.util.Optional;
import javax.inject.Inject;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.SettingsProblem;
import org.apache.maven.settings.crypto.DefaultSettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecrypter;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;
import org.caravan.api.server.HealthView;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import org.caravan.client.ServerAddress;
import org.caravan.diagnostic.VisibleText;

/** Base class of goals that use a server: server address, token, and conversion of server errors into build failures. */
abstract class ServerMojo extends ProjectMojo {

    private static final String DEFAULT_SERVER = "http://127.0.0.1:8080";

    @Parameter(defaultValue = "${settings}", readonly = true)
    private Settings settings;

    /** Address of the server (default: CARAVAN_SERVER of the environment, otherwise http://127.0.0.1:8080). */
    @Parameter(property = "caravan.server")
    private String server;

    /** Id of the {@code <server>} in settings.xml whose password is the token; the environment variable CARAVAN_TOKEN takes precedence. */
    @Parameter(property = "caravan.serverId", defaultValue = "caravan")
    private String serverId;

    /** Skips this goal. */
    @Parameter(property = "caravan.skip", defaultValue = "false")
    private boolean skip;

    @Inject
    private SettingsDecrypter decrypter;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("Skipped: caravan.skip is set.");
            return;
        }
        try {
            Api api = new Api(address(), token());
            run(api, new BuildLog(getLog(), System::nanoTime));
            if (api.get(ApiPath.of("health"), HealthView.class).value().simulated()) {
                getLog().warn("SIMULATED: this server's hosts and network are simulated.");
            }
        } catch (ApiFault fault) {
            throw new MojoFailureException(VisibleText.of(inTermsOfABuild(fault)));
        }
    }

    abstract void run(Api api, BuildLog log) throws MojoExecutionException, MojoFailureException;

    private URI address() {
        String environment = System.getenv("CARAVAN_SERVER");
        return server != null ? ServerAddress.of(server, "caravan.server")
                : ServerAddress.of(environment == null || environment.isBlank() ? DEFAULT_SERVER : environment, "CARAVAN_SERVER");
    }

    private Optional<String> token() throws MojoFailureException {
        String environment = System.getenv("CARAVAN_TOKEN");
        if (environment != null && !environment.isBlank()) {
            return Optional.of(environment.strip());
        }
        Server found = settings.getServer(serverId);
        if (found == null) {
            return Optional.empty();
        }
        SettingsDecryptionResult decrypted = decrypter.decrypt(new DefaultSettingsDecryptionRequest(found));
        for (SettingsProblem problem : decrypted.getProblems()) {
            throw new MojoFailureException("The password of server " + serverId + " in settings.xml cannot be decrypted: "
                    + problem.getMessage()
                    + "\n    Maybe settings-security.xml is missing: it holds the master password.");
        }
        return Optional.ofNullable(decrypted.getServer().getPassword());
    }

    /** Replaces advice for the command line with advice for a build. */
    private String inTermsOfABuild(ApiFault fault) {
        String what = fault.getMessage().lines().findFirst().orElse("");
        return switch (fault.code()) {
            case "server-unreachable", "not-a-caravan-server" -> what + "\n    Maybe start it, or name another with -Dcaravan.server=URL.";
            case "not-allowed" -> what + "\n    Maybe put the token into settings.xml as the password of server " + serverId
                    + ", or set CARAVAN_TOKEN.";
            default -> fault.getMessage();
        };
    }
}
