package org.caravan.dsl.reader;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.application.Component;
import org.caravan.application.Endpoint;
import org.caravan.application.EndpointReference;
import org.caravan.application.Form;
import org.caravan.application.Readiness;
import org.caravan.application.ResourceLimits;
import org.caravan.application.Scaling;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.application.SecretUse;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.EndpointDeclaration;
import org.caravan.dsl.caravan.FormDeclaration;
import org.caravan.dsl.caravan.HttpReadiness;
import org.caravan.dsl.caravan.ScriptDeclaration;
import org.caravan.dsl.caravan.SecretDeclaration;
import org.caravan.dsl.caravan.VariableDeclaration;
import org.caravan.dsl.profile.ScriptTexts;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.eclipse.emf.ecore.EObject;

/** Converts a component declaration into its record. */
final class ComponentReader {

    private final Map<Object, EObject> origins;

    /** @param origins receives the source element of each record, by identity of the record */
    ComponentReader(Map<Object, EObject> origins) {
        this.origins = origins;
    }

    Component read(ComponentDeclaration component) {
        Component read = new Component(
                component.getName(),
                component.isStateful(),
                NumberReader.replicas(component),
                NumberReader.scaling(component),
                NumberReader.priority(component),
                component.getForms().stream().map(ComponentReader::form).toList(),
                component.getEndpoints().stream().map(ComponentReader::endpoint).toList(),
                component.getRequires().stream()
                        .map(use -> new EndpointReference(
                                use.getComponent().getName(), use.getEndpoint().getName()))
                        .toList());
        origins.put(read, component);
        return read;
    }

    private static Form form(FormDeclaration form) {
        return new Form(
                FormKind.valueOf(form.getKind().toUpperCase(Locale.ROOT)),
                form.getImage(),
                Amounts.cores(form.getCpu()),
                Amounts.least(form.getMemory(), form.getMostMemory()),
                architectures(form.getArchitectures()),
                form.getEnvironment().stream()
                        .collect(Collectors.toMap(VariableDeclaration::getName, VariableDeclaration::getValue)),
                form.getSecrets().stream().map(ComponentReader::secret).toList(),
                Optional.ofNullable(form.getDisk()).map(Amounts::bytes),
                Optional.of(NumberReader.ceiling(form)),
                ScriptReader.scripts(form),
                Optional.ofNullable(form.getStartup()).map(Amounts::span),
                Amounts.gpus(form.getGpus(), form.getGpuVendor()));
    }

    private static SecretUse secret(SecretDeclaration secret) {
        int owner = secret.getOwner() == null ? 0 : Integer.parseInt(secret.getOwner());
        return new SecretUse(secret.getName(), secret.getSecret(), owner);
    }

    private static Set<Architecture> architectures(Collection<String> names) {
        return names.isEmpty()
                ? EnumSet.allOf(Architecture.class)
                : names.stream()
                        .map(name -> Architecture.valueOf(name.toUpperCase(Locale.ROOT)))
                        .collect(Collectors.toSet());
    }

    private static Endpoint endpoint(EndpointDeclaration endpoint) {
        Readiness readiness = endpoint.getReadiness() instanceof HttpReadiness http
                ? new Readiness.HttpAnswers(http.getPath(), Integer.parseInt(http.getStatus()))
                : new Readiness.TcpAccepts();
        return new Endpoint(endpoint.getName(), Integer.parseInt(endpoint.getPort()), readiness);
    }

    /** Reads the validated scripts of a form. */
    private static final class ScriptReader {

        private ScriptReader() {}

        /** Empty if the form is not a virtual machine. */
        static Optional<Scripts> scripts(FormDeclaration form) {
            return script(form.getStart()).map(start -> new Scripts(script(form.getInstall()), start, script(form.getStop())));
        }

        private static Optional<Script> script(ScriptDeclaration script) {
            return Optional.ofNullable(script).map(one -> new Script(Optional.ofNullable(one.getFile()),
                    ScriptTexts.of(one).orElseThrow()));
        }
    }

    /** Reads the replica count, the replica capacity and the priority of a component. */
    private static final class NumberReader {

        private NumberReader() {}

        /** Lower bound if a range is written. */
        static int replicas(ComponentDeclaration component) {
            return component.getReplicas() == null ? 1 : Integer.parseInt(component.getReplicas());
        }

        static Optional<Scaling> scaling(ComponentDeclaration component) {
            int most = component.getMostReplicas() == null ? replicas(component) : Integer.parseInt(component.getMostReplicas());
            return Optional.ofNullable(component.getCapacity()).map(capacity -> new Scaling(most, Amounts.rate(capacity)));
        }

        /** Upper limits written after the reservations. */
        static ResourceLimits ceiling(FormDeclaration form) {
            return new ResourceLimits(Optional.ofNullable(form.getMostCpu()).map(Amounts::cores),
                    Optional.ofNullable(form.getMostMemory()).map(Amounts::bytes));
        }

        /** Empty if the component must run; the lowest priority if it is optional without a stated priority. */
        static Optional<Integer> priority(ComponentDeclaration component) {
            return component.isOptional() ? Optional.of(component.getPriority() == null ? 1 : Integer.parseInt(component.getPriority()))
                    : Optional.empty();
        }
    }
}
