package org.caravan.server.rest;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.QueryParameter;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Reads a {@link PageWish} from a query, and describes it and the header that leads to the next page, once for all lists. */
@Component
class PagedAnswers implements HandlerMethodArgumentResolver, WebMvcConfigurer, OperationCustomizer {

    static final String AFTER = "after";
    static final String MOST = "most";

    PagedAnswers() {
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(PageWish.class);
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(this);
    }

    static boolean takes(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters()).anyMatch(parameter -> parameter.getParameterType() == PageWish.class);
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == PageWish.class;
    }

    @Override
    public PageWish resolveArgument(MethodParameter parameter, ModelAndViewContainer container, NativeWebRequest request, WebDataBinderFactory binders) {
        String most = request.getParameter(MOST);
        try {
            int wanted = most == null ? Page.MOST : Integer.parseInt(most);
            Page.check(wanted);
            return new PageWish(Optional.ofNullable(request.getParameter(AFTER)), wanted);
        } catch (NumberFormatException e) {
            throw new MethodArgumentTypeMismatchException(most, Integer.class, MOST, parameter, e);
        }
    }

    @Override
    public Operation customize(Operation operation, HandlerMethod method) {
        if (takes(method)) {
            operation.addParametersItem(new QueryParameter().name(AFTER).schema(new StringSchema())
                    .description("Only what comes after this name; the header Link has the one where this page ends."));
            operation.addParametersItem(new QueryParameter().name(MOST).description("At most so many, 1 to 1000.").schema(
                    new IntegerSchema().minimum(BigDecimal.ONE).maximum(BigDecimal.valueOf(Page.MOST))._default(Page.MOST)));
            DescribedProblems.add(operation, "422 page-most");
        }
        if (operation.getParameters() != null && operation.getParameters().stream().anyMatch(parameter -> MOST.equals(parameter.getName()))) {
            operation.getResponses().get("200").addHeaderObject(HttpHeaders.LINK, new Header().schema(new StringSchema())
                    .description("Where the next page is, as <PATH>; rel=\"next\" (RFC 8288); absent at the end of the list."));
        }
        return operation;
    }
}
