package org.caravan.importers.draft;

import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.text.TextRule;

/** Adds environment variables to a model and keeps secrets out of it. */
final class Variables {

    private final String application;
    private final Secrets secrets;
    private final Findings findings;

    Variables(String application, Secrets secrets, Findings findings) {
        this.application = application;
        this.secrets = secrets;
        this.findings = findings;
    }

    void add(DraftComponent component, String name, String value, Location at) {
        if (Secrecy.isSecret(name, value)) {
            addSecret(component, name, value, at);
        } else if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            findings.notCarried(at, "variable \"" + name + "\"", "no shell can read a variable of that name; put it into the image.",
                    component);
        } else if (TextRule.LINE.violation(value).isPresent()) {
            findings.notCarried(at, "variable " + name, "a value is one line of text; put it into a file of the image.", component);
        } else {
            component.variable(name, value);
        }
    }

    /** Adds a known secret, regardless of the variable's name. */
    void addSecret(DraftComponent component, String name, String value, Location at) {
        supply(component, name, secrets.nameOf(application, name, value), at);
    }

    /** Images that read {@code NAME_FILE} get the path of the secret; other images must be changed to read the file. */
    void supply(DraftComponent component, String variable, String secretName, Location at) {
        String file = component.secret(Secrets.dashed(variable), secretName, 0).fileName();
        String path = "/run/secrets/" + file;
        boolean told = KnownPrograms.readsSecretsFromFiles(component.imageReference()) && variable.matches("[A-Za-z_][A-Za-z0-9_]*");
        if (told) {
            component.variable(variable + "_FILE", path);
        }
        String reading = told ? "" : "; let the program read " + path
                + (variable.matches("[A-Za-z_][A-Za-z0-9_]*") ? " in place of " + variable : "");
        findings.doubt("secret-named", at, "Variable " + variable + " of " + component.id() + " is a secret: the model names it "
                + secretName + ".",
                "set it: caravan secret set " + secretName + reading + ".", component);
    }
}
