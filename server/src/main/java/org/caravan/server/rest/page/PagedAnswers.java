package org.caravan.server.rest.page;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Reads {@link PageRequest} and {@link LatestPageRequest} from the query, for all list operations; {@code DescribedPages} describes them.
 */
@Component
public class PagedAnswers implements HandlerMethodArgumentResolver, WebMvcConfigurer {

    public static final String AFTER = "after";
    public static final String BEFORE = "before";
    public static final String MOST = "most";

    PagedAnswers() {
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(PageRequest.class, LatestPageRequest.class);
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(this);
    }

    /** The paging parameters of an operation; empty if it does not return pages. */
    public static Set<String> names(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters()).map(MethodParameter::getParameterType)
                .flatMap(type -> type == PageRequest.class ? Stream.of(AFTER, MOST) : type == LatestPageRequest.class
                        ? Stream.of(BEFORE, MOST) : Stream.empty())
                .collect(Collectors.toSet());
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == PageRequest.class || isLatest(parameter);
    }

    public static boolean isLatest(MethodParameter parameter) {
        return parameter.getParameterType() == LatestPageRequest.class;
    }

    /** Whether the keys of the entries are numbers; otherwise they are strings. */
    public static boolean isNumbered(MethodParameter latest) {
        return latest.nested().getNestedParameterType() == Long.class;
    }

    @Override
    public Record resolveArgument(MethodParameter parameter, ModelAndViewContainer container, NativeWebRequest request,
            WebDataBinderFactory binders) {
        Query query = new Query(request, parameter);
        if (!isLatest(parameter)) {
            return new PageRequest(query.text(AFTER), query.most(Page.MOST));
        }
        int most = query.most(parameter.getParameterAnnotation(NewestFirst.class).most());
        return isNumbered(parameter) ? new LatestPageRequest<>(query.number(BEFORE, Long.class, Long::valueOf), most)
                : new LatestPageRequest<>(query.text(BEFORE), most);
    }

    private record Query(NativeWebRequest request, MethodParameter parameter) {

        Optional<String> text(String name) {
            return Optional.ofNullable(request.getParameter(name));
        }

        int most(int unlessSaid) {
            int most = number(MOST, Integer.class, Integer::valueOf).orElse(unlessSaid);
            Page.check(most);
            return most;
        }

        <N extends Number> Optional<N> number(String name, Class<N> type, Function<String, N> read) {
            try {
                return text(name).map(read);
            } catch (NumberFormatException e) {
                throw new MethodArgumentTypeMismatchException(request.getParameter(name), type, name, parameter, e);
            }
        }
    }
}
