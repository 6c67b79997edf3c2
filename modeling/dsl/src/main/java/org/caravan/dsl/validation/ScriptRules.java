package org.caravan.dsl.validation;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.application.Script;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.FormDeclaration;
import org.caravan.dsl.caravan.ScriptDeclaration;
import org.caravan.dsl.profile.FilesBeside;
import org.caravan.dsl.profile.ScriptTexts;
import org.caravan.dsl.wording.Owner;
import org.caravan.infrastructure.FormKind;
import org.eclipse.xtext.validation.Check;

/** Checks that virtual machines have a start script, that other forms have no scripts, and that each script exists and is valid. */
class ScriptRules extends Rules {

    /** Unknown kinds are reported by another rule. */
    static boolean isVm(FormDeclaration form) {
        return FormKind.VM.toString().equals(form.getKind());
    }

    @Check
    void start(FormDeclaration form) {
        if (isVm(form) && form.getStart() == null) {
            reject("missing-property", capital(Owner.of(form)) + " has no start.",
                    "add: start \"start.sh\", or: start run \"systemctl start web\"", form,
                    Literals.FORM_DECLARATION__KIND);
        }
    }

    @Check
    void othersHaveNone(FormDeclaration form) {
        boolean other = form.getKind() != null && !isVm(form) && ChoiceRules.FORMS.contains(form.getKind());
        if (other && Stream.of(form.getInstall(), form.getStart(), form.getStop()).anyMatch(script -> script != null)) {
            reject("scripts-without-vm", capital(Owner.of(form)) + " is a " + form.getKind()
                    + ", which its image alone makes, and has scripts.",
                    "leave them out, or write: form vm { … }", List.of(FormKind.VM.toString()), form, Literals.FORM_DECLARATION__KIND, -1);
        }
    }

    /** A ceiling limits copies that share a host; a virtual machine has its host to itself. */
    @Check
    void noCeiling(FormDeclaration form) {
        if (isVm(form) && (form.getMostCpu() != null || form.getMostMemory() != null)) {
            reject("vm-ceiling", capital(Owner.of(form)) + " limits cpu or memory, but as vm it has its whole machine.",
                    "write the minimum for the machine, as cpu 1  memory 1 GiB.", form,
                    form.getMostCpu() == null ? Literals.FORM_DECLARATION__MEMORY : Literals.FORM_DECLARATION__CPU);
        }
    }

    @Check
    void script(ScriptDeclaration script) {
        String file = script.getFile();
        if (script.getCommand() == null && (file == null || !FilesBeside.reachable(script.eResource()))) {
            return;
        }
        String whose = capital(word(script)) + " of " + Owner.of(script.eContainer());
        if (file != null && !FilesBeside.inside(file, FilesBeside.SCRIPT)) {
            String better = '"' + word(script) + FilesBeside.SCRIPT + '"';
            reject("script-path", whose + " runs " + file + ", which is no " + FilesBeside.SCRIPT
                    + " file in the folder of the model or below.",
                    "put it into the folder of the model and write: " + word(script) + " " + better + "; or say the command: "
                            + word(script) + " run \"…\"", List.of(better), script,
                    Literals.SCRIPT_DECLARATION__FILE, -1);
            return;
        }
        Optional<String> text = ScriptTexts.of(script);
        if (text.isEmpty()) {
            reject("script-missing", whose + " runs " + file + ", which is not in the folder of the model.",
                    "put the file there, or send it with the model.", script,
                    Literals.SCRIPT_DECLARATION__FILE);
        } else {
            whatIsWrong(text.get()).ifPresent(wrong -> reject("script-unfit", whose + (file == null ? "" : " runs " + file + ", which")
                    + " " + wrong,
                    "write a bash script; it can download large files.", script, null));
        }
    }

    private static Optional<String> whatIsWrong(String text) {
        if (text.isBlank()) {
            return Optional.of("is empty.");
        }
        if (text.indexOf(0) >= 0) {
            return Optional.of("is no text.");
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        return bytes <= Script.LONGEST ? Optional.empty() : Optional.of("has " + bytes + " bytes, above " + Script.LONGEST + ".");
    }

    /** {@code install}, {@code start} or {@code stop}. */
    private static String word(ScriptDeclaration script) {
        return script.eContainingFeature().getName();
    }
}
