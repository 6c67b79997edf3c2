package org.caravan.json;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.Version;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;

/** Derives Jackson's configuration from the shape of records instead of annotations. */
final class RecordConventions extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    /** Also applies to map keys; Jackson ignores a value method that is annotated as a key method too. */
    @Override
    public Boolean hasAsValue(MapperConfig<?> config, Annotated annotated) {
        return isTheText(annotated) || isTheNumber(annotated) ? Boolean.TRUE : super.hasAsValue(config, annotated);
    }

    @Override
    public JsonCreator.Mode findCreatorAnnotation(MapperConfig<?> config, Annotated annotated) {
        boolean parses = annotated instanceof AnnotatedMethod method && isParse(method.getAnnotated());
        boolean wraps = annotated instanceof AnnotatedConstructor constructor
                && isUnit(constructor.getDeclaringClass())
                && constructor.getParameterCount() == 1;
        return parses || wraps ? JsonCreator.Mode.DELEGATING : super.findCreatorAnnotation(config, annotated);
    }

    @Override
    public JsonTypeInfo.Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
        if (annotated instanceof AnnotatedClass type && sealedParent(type.getRawType()) != null) {
            return JsonTypeInfo.Value.construct(
                    JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, "type", null, false, null);
        }
        return super.findPolymorphicTypeInfo(config, annotated);
    }

    @Override
    public List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
        Class<?> parent = annotated instanceof AnnotatedClass ? sealedParent(annotated.getRawType()) : null;
        if (parent == null) {
            return super.findSubtypes(config, annotated);
        }
        return Arrays.stream(parent.getPermittedSubclasses())
                .map(type -> new NamedType(type, type.getSimpleName()))
                .toList();
    }

    @Override
    public String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
        return sealedParent(type.getRawType()) != null ? type.getRawType().getSimpleName() : super.findTypeName(config, type);
    }

    /** Sealed interface that the type is or implements; null if there is none. */
    private static Class<?> sealedParent(Class<?> type) {
        if (type.isSealed() && type.isInterface()) {
            return ours(type) ? type : null;
        }
        return Arrays.stream(type.isRecord() ? type.getInterfaces() : new Class<?>[0])
                .filter(parent -> parent.isSealed() && ours(parent))
                .findFirst()
                .orElse(null);
    }

    /** Method {@code label()} if the record has one, otherwise {@code toString()}; {@code parse} reads the same format. */
    private static boolean isTheText(Annotated annotated) {
        if (!(annotated instanceof AnnotatedMethod method) || method.getParameterCount() != 0) {
            return false;
        }
        Class<?> type = method.getDeclaringClass();
        return type.isRecord() && hasParse(type) && method.getName().equals(hasLabel(type) ? "label" : "toString");
    }

    private static boolean isTheNumber(Annotated annotated) {
        return annotated instanceof AnnotatedMethod method
                && method.getName().equals("value")
                && isUnit(method.getDeclaringClass());
    }

    /** Record with a single primitive component named value. */
    private static boolean isUnit(Class<?> type) {
        RecordComponent[] components = type.isRecord() ? type.getRecordComponents() : new RecordComponent[0];
        return ours(type)
                && components.length == 1
                && components[0].getName().equals("value")
                && components[0].getType().isPrimitive();
    }

    private static boolean hasParse(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods()).anyMatch(RecordConventions::isParse);
    }

    private static boolean hasLabel(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(method -> method.getName().equals("label") && method.getParameterCount() == 0);
    }

    private static boolean isParse(Method method) {
        return method.getName().equals("parse")
                && ours(method.getDeclaringClass())
                && Modifier.isStatic(method.getModifiers())
                && method.getReturnType() == method.getDeclaringClass()
                && Arrays.equals(method.getParameterTypes(), new Class<?>[] {String.class});
    }

    private static boolean ours(Class<?> type) {
        return type.getName().startsWith("org.caravan.");
    }
}
