package org.caravan.server.rest.openapi;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.springframework.http.HttpStatus;

/** Adds problems to the description of an operation: one response per status, which lists its codes in its text and as {@code x-codes}. */
public final class DescribedProblems {

    private static final String CODES = "x-codes";

    private DescribedProblems() {}

    /** @param problem status and code: {@code 409 outdated-plan} */
    public static void add(Operation operation, String problem) {
        String status = problem.substring(0, problem.indexOf(' '));
        ApiResponses responses = operation.getResponses();
        ApiResponse response = responses.get(status);
        if (response == null) {
            response = new ApiResponse().content(new Content().addMediaType("application/problem+json",
                    new MediaType().schema(new Schema<>().$ref("#/components/schemas/Problem"))));
            responses.addApiResponse(status, response);
        }
        TreeSet<String> codes = new TreeSet<>(codes(response));
        codes.add(problem.substring(problem.indexOf(' ') + 1));
        response.addExtension(CODES, new ArrayList<>(codes));
        response.setDescription(HttpStatus.valueOf(Integer.parseInt(status)).getReasonPhrase() + ", with code "
                + String.join(" or ", codes) + ".");
    }

    @SuppressWarnings("unchecked")
    private static List<String> codes(ApiResponse response) {
        return response.getExtensions() == null ? List.of() : (List<String>) response.getExtensions().getOrDefault(CODES, List.of());
    }
}
