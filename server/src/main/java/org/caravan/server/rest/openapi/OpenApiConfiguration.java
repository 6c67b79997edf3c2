package org.caravan.server.rest.openapi;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Defines the general part of the OpenAPI document; operations and schemas come from the annotations of the resources. */
@Configuration
class OpenApiConfiguration {

    private static final String TOKEN = "token";

    @Bean
    OpenAPI description() {
        return new OpenAPI()
                .info(new Info().title("Caravan").version("v1")
                        .description("Places and deploys applications across edge nodes, private and public clouds, from "
                                + "the network it measured. Units: milliseconds, bytes, bit/s, thousandths of a core, "
                                + "euro cents per month; times are ISO 8601 in UTC. Errors are problem details "
                                + "(RFC 9457) with code, detail, suggestion and diagnostics. Texts with control characters, "
                                + "unpaired surrogates, noncharacters or bidirectional overrides are refused with 400.")
                        .license(new License().name("Apache-2.0").url("https://www.apache.org/licenses/LICENSE-2.0")))
                .components(new Components().addSecuritySchemes(TOKEN, new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP).scheme("bearer")
                        .description("Token, for example that of the server's token file.")))
                .addSecurityItem(new SecurityRequirement().addList(TOKEN));
    }
}
