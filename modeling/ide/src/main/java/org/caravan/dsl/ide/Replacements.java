package org.caravan.dsl.ide;

import com.google.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.xtext.ide.server.codeActions.ICodeActionService2;
import org.eclipse.xtext.validation.CheckMode;
import org.eclipse.xtext.validation.IResourceValidator;
import org.eclipse.xtext.validation.Issue;

/** Quick fixes with the replacements that rules provide. Validates again, because some editors do not return the data of diagnostics. */
class Replacements implements ICodeActionService2 {

    @Inject
    private IResourceValidator rules;

    @Override
    public List<Either<Command, CodeAction>> getCodeActions(Options options) {
        List<Diagnostic> marked = options.getCodeActionParams().getContext().getDiagnostics();
        if (marked.isEmpty()) {
            return List.of();
        }
        List<Issue> issues = options.getLanguageServerAccess().doSyncRead(options.getURI(),
                context -> rules.validate(context.getResource(), CheckMode.ALL, options.getCancelIndicator()));
        List<Either<Command, CodeAction>> actions = new ArrayList<>();
        for (Diagnostic diagnostic : marked) {
            issues.stream().filter(issue -> same(issue, diagnostic)).findFirst()
                    .map(issue -> Suggestion.replacements(issue.getData())).orElse(List.of())
                    .forEach(text -> actions.add(Either.forRight(action(options.getURI(), diagnostic, text, actions.isEmpty()))));
        }
        return actions;
    }

    private static boolean same(Issue issue, Diagnostic diagnostic) {
        return diagnostic.getCode() != null && diagnostic.getCode().isLeft() && diagnostic.getCode().getLeft().equals(issue.getCode())
                && issue.getLineNumber() == diagnostic.getRange().getStart().getLine() + 1
                && issue.getColumn() == diagnostic.getRange().getStart().getCharacter() + 1;
    }

    private static CodeAction action(String uri, Diagnostic diagnostic, String text, boolean likeliest) {
        CodeAction action = new CodeAction("Replace by " + text);
        action.setKind(CodeActionKind.QuickFix);
        action.setDiagnostics(List.of(diagnostic));
        action.setIsPreferred(likeliest);
        action.setEdit(new WorkspaceEdit(Map.of(uri, List.of(new TextEdit(diagnostic.getRange(), text)))));
        return action;
    }
}
