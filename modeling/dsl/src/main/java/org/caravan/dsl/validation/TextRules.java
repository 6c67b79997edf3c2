package org.caravan.dsl.validation;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.caravan.application.ReservedVariables;
import org.caravan.application.Routers;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.FormDeclaration;
import org.caravan.dsl.caravan.HostDeclaration;
import org.caravan.dsl.caravan.HostTypeDeclaration;
import org.caravan.dsl.caravan.HttpReadiness;
import org.caravan.dsl.caravan.ProviderDeclaration;
import org.caravan.dsl.caravan.VantageDeclaration;
import org.caravan.dsl.caravan.VariableDeclaration;
import org.caravan.dsl.wording.Owner;
import org.caravan.text.TextRule;
import org.eclipse.emf.ecore.EAttribute;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.validation.Check;

/**
 * Checks quoted texts, which end up in file names, start commands and container configurations. Rejects texts that could change the meaning
 * of their context there.
 */
class TextRules extends Rules {

    /** Maximum length of a text quoted in a message. */
    private static final int LONGEST_QUOTE = 80;

    @Check
    void imageName(FormDeclaration form) {
        String image = form.getImage();
        if (ScriptRules.isVm(form)) {
            checkProvidersName(form, image, Literals.FORM_DECLARATION__IMAGE);
        } else if (image != null && !ImageNames.isValid(image)) {
            String message = "Image \"" + quoted(image) + "\" of " + Owner.of(form)
                    + (image.length() > ImageNames.LONGEST ? " has more than " + ImageNames.LONGEST + " characters."
                            : " is not a name of lower-case letters and digits, joined by one of / . - _.");
            reject("image-name", message, "write it like \"" + ImageNames.proposed(image) + "\".", form,
                    Literals.FORM_DECLARATION__IMAGE);
        }
        if (Routers.IMAGE.equals(image)) {
            reject("reserved-image", "Image " + image + " of " + Owner.of(form) + " is that of the routers that planning adds.",
                    "write entry by router at the users, or use an image of another name.", form, Literals.FORM_DECLARATION__IMAGE);
        }
    }

    private static String quoted(String text) {
        return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
    }

    @Check
    void variableName(VariableDeclaration variable) {
        String name = variable.getName();
        if (name != null && name.contains("-")) {
            String message = capital(Owner.of(variable)) + " has a dash in its name; a shell cannot read such a variable.";
            rejectName("variable-name", message, "name it " + name.replace('-', '_') + ".", name.replace('-', '_'), variable);
        }
        if (name != null && ReservedVariables.include(name)) {
            String better = "MY_" + name;
            rejectName("reserved-variable", capital(Owner.of(variable)) + " has the name of a variable that Caravan sets.",
                    "use another name, for example " + better + ".", better, variable);
        }
    }

    @Check
    void path(HttpReadiness readiness) {
        String path = readiness.getPath();
        if (path != null && !path.matches("/[!-~]*")) {
            String message = "Path \"" + path + "\" of " + Owner.of(readiness)
                    + " does not start with a slash or has characters that a URL cannot carry.";
            reject("path-invalid", message, "write it like \"/health\".", readiness, Literals.HTTP_READINESS__PATH);
        }
    }

    @Check
    void address(HostDeclaration host) {
        checkAddress(host, host.getAddress(), Literals.HOST_DECLARATION__ADDRESS);
    }

    @Check
    void address(VantageDeclaration vantage) {
        checkAddress(vantage, vantage.getAddress(), Literals.VANTAGE_DECLARATION__ADDRESS);
    }

    /** An endpoint URL with user name or password would put a secret into the model. */
    @Check
    void endpoint(ProviderDeclaration provider) {
        String endpoint = provider.getEndpoint();
        if (endpoint != null && !endpoint.matches("https?://(\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?")) {
            String message = "Endpoint of " + Owner.of(provider) + " is not the plain URL of an API.";
            String suggestion = "write it like \"https://keystone.example.org:5000/v3\", without user or password.";
            reject("endpoint-invalid", message, suggestion, provider, Literals.PROVIDER_DECLARATION__ENDPOINT);
        }
    }

    @Check
    void names(ProviderDeclaration provider) {
        checkProvidersName(provider, provider.getNetwork(), Literals.PROVIDER_DECLARATION__NETWORK);
    }

    @Check
    void names(HostTypeDeclaration type) {
        checkProvidersName(type, type.getOffer(), Literals.HOST_TYPE_DECLARATION__OFFER);
        checkProvidersName(type, type.getImage(), Literals.HOST_TYPE_DECLARATION__IMAGE);
    }

    /** Names defined by a provider; spaces inside are allowed. */
    private void checkProvidersName(EObject part, String name, EAttribute feature) {
        if (name != null && !name.matches("[!-~]([ -~]{0,253}[!-~])?")) {
            String message = capital(feature.getName()) + " \"" + name + "\" of " + Owner.of(part)
                    + " is empty, too long, or has characters that no provider uses.";
            reject("provider-name-invalid", message, "write it as the provider lists it.", part, feature);
        }
    }

    private void checkAddress(EObject machine, String address, EAttribute feature) {
        if (address != null && !address.matches("[A-Za-z0-9:]([A-Za-z0-9.:_-]{0,253}[A-Za-z0-9:])?")) {
            String message = "Address \"" + address + "\" of " + Owner.of(machine) + " is neither an IP address nor a host name.";
            reject("address-invalid", message, "write it like \"198.18.255.11\" or \"pi-1.example.org\".", machine, feature);
        }
    }

    /** Applies {@link TextRule}: a line break in a value would start a new line in a container's configuration. */
    @Check
    void controlCharacter(EObject part) {
        for (EAttribute attribute : part.eClass().getEAttributes()) {
            List<?> values = attribute.isMany() ? (List<?>) part.eGet(attribute) : Collections.singletonList(part.eGet(attribute));
            if (values.stream().anyMatch(value -> value instanceof String text && TextRule.LINE.violation(text).isPresent())) {
                String message = "The " + attribute.getName() + " of " + Owner.of(part) + " has a control character.";
                reject("control-character", message, "leave tabs and other unprintable characters out.", part, attribute);
            }
        }
    }

    /** Names of images: lower-case letters and digits, joined by one of {@code / . - _}, without registry port, tag or digest. */
    static final class ImageNames {

        /** Maximum number of characters; checked before patterns are matched. */
        static final int LONGEST = 255;

        private static final String NAME = "[a-z0-9]++([._-][a-z0-9]++)*+(/[a-z0-9]++([._-][a-z0-9]++)*+)*+";
        private static final String EXAMPLE = "sock-shop/front-end";

        private ImageNames() {}

        static boolean isValid(String image) {
            return image.length() <= LONGEST && image.matches(NAME);
        }

        /**
         * The closest valid name, as importers write it: {@code Acme/Web:1.0} is {@code acme/web-1.0}. An example if nothing is left of it.
         */
        static String proposed(String image) {
            if (image.length() > LONGEST) {
                return EXAMPLE;
            }
            String simple = Arrays.stream(image.toLowerCase(Locale.ROOT).replaceFirst("@sha256:[0-9a-f]{0,64}$", "")
                    .replaceAll("[^a-z0-9/._-]", "-").split("/"))
                    .map(part -> part.replaceAll("([._-])[._-]+", "$1").replaceAll("^[._-]|[._-]$", ""))
                    .filter(part -> !part.isEmpty()).collect(Collectors.joining("/"));
            return isValid(simple) ? simple : EXAMPLE;
        }
    }
}
