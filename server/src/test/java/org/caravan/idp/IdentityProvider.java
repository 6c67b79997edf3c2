package org.caravan.idp;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.caravan.json.Json;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.filter.DelegatingFilterProxy;

/**
 * Spring Authorization Server on loopback, in a Tomcat of its own. A client's name says what its tokens say: the role, or what is wrong
 * with them.
 */
public final class IdentityProvider implements AutoCloseable {

    private static final String SECRET = "-known-to-the-test-alone";
    /** A client without a secret, at which people log in. */
    public static final String CONSOLE = "console";

    private final AtomicReference<RSAKey> key = new AtomicReference<>(key("1"));
    private final Tomcat tomcat = new Tomcat();
    public final String issuer;

    public IdentityProvider(Path folder) throws IOException, LifecycleException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        issuer = "http://127.0.0.1:" + port;
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(port);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", folder.toString());
        Tomcat.addServlet(context, "nothing", new HttpServlet() {
            private static final long serialVersionUID = 1L;
        });
        context.addServletMappingDecoded("/", "nothing");
        context.addServletContainerInitializer((classes, servlets) -> {
            AnnotationConfigWebApplicationContext beans = new AnnotationConfigWebApplicationContext();
            beans.setServletContext(servlets);
            beans.addBeanFactoryPostProcessor(factory -> {
                factory.registerSingleton("issuer", issuer);
                factory.registerSingleton("key", key);
            });
            beans.register(Beans.class);
            beans.refresh();
            servlets.addFilter("security", new DelegatingFilterProxy("springSecurityFilterChain", beans))
                    .addMappingForUrlPatterns(null, false, "/*");
        }, Set.of());
        tomcat.start();
    }

    private static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** From now on tokens are signed with another key, and the former one is published no more. */
    public void rotate() {
        key.set(key(key.get().getKeyID() + "+"));
    }

    /** Of what is published. */
    public byte[] publicKey() {
        try {
            return key.get().toRSAPublicKey().getEncoded();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of jane, who is a deployer of the organisation acme, and of a stranger, who has no role. */
    public static String password(String person) {
        return person + SECRET;
    }

    /** As a program gets one: by its own name and secret. */
    public String token(String client) throws IOException, InterruptedException {
        String basic = Base64.getEncoder().encodeToString((client + ":" + client + SECRET).getBytes());
        var request = HttpRequest.newBuilder(URI.create(issuer + "/oauth2/token")).header("Authorization", "Basic " + basic)
                .header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString("grant_type=client_credentials"))
                .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("the identity provider gave no token: " + response.statusCode() + " " + response.body());
        }
        return Json.mapper().readTree(response.body()).path("access_token").asString();
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    @Configuration
    @EnableWebSecurity
    static class Beans {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.oauth2AuthorizationServer(server -> server.oidc(Customizer.withDefaults()))
                    .authorizeHttpRequests(each -> each.anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults()).build();
        }

        @Bean
        RegisteredClientRepository clients() {
            RegisteredClient console = RegisteredClient.withId(CONSOLE).clientId(CONSOLE)
                    .clientAuthenticationMethod(ClientAuthenticationMethod.NONE)
                    .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE).redirectUri("http://127.0.0.1/login/return/issuer")
                    .scope("openid").scope("profile")
                    .clientSettings(ClientSettings.builder().requireProofKey(true).build()).build();
            return new InMemoryRegisteredClientRepository(Stream.concat(Stream.of(console), programs()).toList());
        }

        private static Stream<RegisteredClient> programs() {
            return List.of("viewer", "deployer", "operator", "admin", "none", "king", "elsewhere", "several", "expired", "early",
                    "otherissuer").stream()
                    .map(name -> RegisteredClient.withId(name).clientId(name).clientSecret("{noop}" + name + SECRET)
                            .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                            .tokenSettings(TokenSettings.builder().accessTokenTimeToLive(Duration.ofHours(1)).build()).build());
        }

        @Bean
        JWKSource<SecurityContext> keys(AtomicReference<RSAKey> key) {
            return (selector, context) -> selector.select(new JWKSet(key.get()));
        }

        @Bean
        JwtDecoder decoder(JWKSource<SecurityContext> keys) {
            return NimbusJwtDecoder.withJwkSource(keys).build();
        }

        @Bean
        AuthorizationServerSettings settings(String issuer) {
            return AuthorizationServerSettings.builder().issuer(issuer).build();
        }

        @Bean
        UserDetailsService people() {
            return new InMemoryUserDetailsManager(List.of("jane", "stranger").stream()
                    .map(name -> User.withUsername(name).password("{noop}" + name + SECRET).roles("X").build()).toList());
        }

        @Bean
        OAuth2TokenCustomizer<JwtEncodingContext> claims() {
            return context -> {
                String client = context.getRegisteredClient().getClientId();
                if (client.equals(CONSOLE)) {
                    if (context.getPrincipal().getName().equals("jane")) {
                        context.getClaims().claim("caravan-role", "deployer").claim("caravan-organisation", "acme")
                                .claim("preferred_username", "Jane of the test");
                    }
                    return;
                }
                context.getClaims().audience(List.of(client.equals("elsewhere") ? "another-service" : "caravan"));
                switch (client) {
                    case "none" -> { }
                    case "elsewhere" -> context.getClaims().claim("caravan-role", "admin");
                    case "several" -> context.getClaims().claim("caravan-role", List.of("users", "viewer", "deployer"));
                    case "expired" -> context.getClaims().claim("caravan-role", "admin").issuedAt(Instant.now().minusSeconds(7200))
                            .expiresAt(Instant.now().minusSeconds(3600));
                    case "early" -> context.getClaims().claim("caravan-role", "admin").notBefore(Instant.now().plusSeconds(3600));
                    case "otherissuer" -> context.getClaims().claim("caravan-role", "admin").issuer("https://login.example.org");
                    default -> context.getClaims().claim("caravan-role", client);
                }
                context.getClaims().claim("preferred_username", "test of " + client);
            };
        }
    }
}
