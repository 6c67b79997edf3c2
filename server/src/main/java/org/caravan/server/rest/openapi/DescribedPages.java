package org.caravan.server.rest.openapi;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.QueryParameter;
import java.math.BigDecimal;
import java.util.Arrays;
import org.caravan.server.rest.page.NewestFirst;
import org.caravan.server.rest.page.Page;
import org.caravan.server.rest.page.PageRequest;
import org.caravan.server.rest.page.PagedAnswers;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;

/**
 * Describes the query parameters that {@link PagedAnswers} reads, and the header {@code Link} to the next page, for all list operations.
 */
@Component
class DescribedPages implements OperationCustomizer {

    @Override
    public Operation customize(Operation operation, HandlerMethod method) {
        if (PagedAnswers.names(method).isEmpty()) {
            return operation;
        }
        MethodParameter[] parameters = method.getMethodParameters();
        QueryParameter most = most(Page.MOST);
        for (int place = 0; place < parameters.length; place++) {
            if (PagedAnswers.isLatest(parameters[place])) {
                NewestFirst said = parameters[place].getParameterAnnotation(NewestFirst.class);
                most = most(said.most());
                most.setRequired(false);
                insert(operation, describedBefore(parameters, place), before(said, PagedAnswers.isNumbered(parameters[place])));
            } else if (parameters[place].getParameterType() == PageRequest.class) {
                operation.addParametersItem(new QueryParameter().name(PagedAnswers.AFTER).schema(new StringSchema())
                        .description("Only entries after this name; the header Link contains the last name of the page."));
            }
        }
        operation.addParametersItem(most);
        DescribedProblems.add(operation, "422 page-most");
        operation.getResponses().get("200").addHeaderObject(HttpHeaders.LINK, new Header().schema(new StringSchema())
                .description("Next page, as <PATH>; rel=\"next\" (RFC 8288); absent at the end of the list."));
        return operation;
    }

    private static QueryParameter most(int unlessSaid) {
        QueryParameter most = new QueryParameter();
        most.name(PagedAnswers.MOST).description("Maximum number of entries, 1 to 1000.").schema(
                new IntegerSchema().minimum(BigDecimal.ONE).maximum(BigDecimal.valueOf(Page.MOST))._default(unlessSaid));
        return most;
    }

    /** Inserts the parameter at the position that it has in the method signature. */
    private static void insert(Operation operation, int place, Parameter parameter) {
        operation.addParametersItem(parameter);
        operation.getParameters().remove(operation.getParameters().size() - 1);
        operation.getParameters().add(place, parameter);
    }

    private static int describedBefore(MethodParameter[] parameters, int place) {
        return (int) Arrays.stream(parameters, 0, place)
                .filter(parameter -> parameter.hasParameterAnnotation(RequestParam.class)
                        || parameter.hasParameterAnnotation(PathVariable.class)).count();
    }

    private static Parameter before(NewestFirst said, boolean numbered) {
        Parameter before = new QueryParameter().name(PagedAnswers.BEFORE).description(said.value()).required(false)
                .schema(numbered ? new IntegerSchema().format("int64") : new StringSchema());
        if (!said.example().isEmpty()) {
            before.setExample(numbered ? (Object) Long.valueOf(said.example()) : said.example());
        }
        return before;
    }
}
