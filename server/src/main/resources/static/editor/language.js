// What the language server knows, as Monaco asks for it.
import { position, range, span } from "./places.js";

const document = (model) => ({ textDocument: { uri: model.uri.toString(true) } });
const at = (model, place) => ({ ...document(model), position: position(place) });

/** Edits of an answer, which may be in either of the protocol's two forms. */
function workspaceEdit(monaco, edit) {
  const edits = [];
  for (const [uri, changes] of Object.entries(edit?.changes ?? {})) changes.forEach((one) => edits.push([uri, one]));
  for (const change of edit?.documentChanges ?? []) change.edits.forEach((one) => edits.push([change.textDocument.uri, one]));
  const known = new Map(edits.map(([uri, one]) => [`${uri} ${JSON.stringify(one)}`, [uri, one]]));
  return { edits: [...known.values()].map(([uri, one]) => ({ resource: monaco.Uri.parse(uri), versionId: undefined,
      textEdit: { range: range(one.range), text: one.newText } })) };
}

export function colours(monaco, keywords) {
  monaco.languages.register({ id: "caravan", extensions: [".caravan"] });
  monaco.languages.setLanguageConfiguration("caravan", {
    comments: { lineComment: "//", blockComment: ["/*", "*/"] }, brackets: [["{", "}"]],
    autoClosingPairs: [{ open: "{", close: "}" }, { open: "\"", close: "\"" }], wordPattern: /[A-Za-z_][A-Za-z0-9_-]*/,
  });
  monaco.languages.setMonarchTokensProvider("caravan", {
    keywords,
    tokenizer: {
      root: [[/[A-Za-z_][A-Za-z0-9_-]*/, { cases: { "@keywords": "keyword", "@default": "identifier" } }], [/"([^"\\]|\\.)*"?/, "string"],
          [/\d+(\.\d+)?/, "number"],
        [/\/\/.*$/, "comment"], [/\/\*/, "comment", "@comment"]],
      comment: [[/\*\//, "comment", "@pop"], [/./, "comment"]],
    },
  });
}

// Names of the protocol's kinds, in distinguishable hues: dark variants for light backgrounds and light variants for dark backgrounds.
const KINDS = { class: ["1565c0", "7cb7ff"], interface: ["00838f", "56d0da"], function: ["795e26", "dfc98c"], type: ["ad5700", "ffb066"],
    struct: ["4527a0", "c3aaff"], variable: ["001080", "a9c6ff"],
  event: ["8e24aa", "e39af5"], property: ["5d4037", "d8b8a8"], enum: ["2e7d32", "82d388"], enumMember: ["2e7d32", "82d388"],
      namespace: ["37474f", "b4c6cf"] };
/** The console's own grounds. */
const DARK = { "editor.background": "#141c22", "editor.foreground": "#e7eef3", "editorGutter.background": "#141c22",
    "editorLineNumber.foreground": "#71808c", "editorLineNumber.activeForeground": "#e7eef3",
  "editor.lineHighlightBackground": "#1a242b", "editorWidget.background": "#1a242b", "editorHoverWidget.background": "#1a242b",
      "editorSuggestWidget.background": "#1a242b" };
let colouring;

/** Both are defined, so that a page changes from one to the other at once. */
export function themes(monaco) {
  const rules = (ground) => Object.entries(KINDS).flatMap(([token, colours]) =>
    [{ token, foreground: colours[ground] }, { token: `${token}.declaration`, foreground: colours[ground], fontStyle: "bold" }]);
  monaco.editor.defineTheme("caravan", { base: "vs", inherit: true, colors: {}, rules: rules(0) });
  monaco.editor.defineTheme("caravan-dark", { base: "vs-dark", inherit: true, colors: DARK, rules: rules(1) });
}

/** @param legend of the language server in use */
export function names(monaco, language, legend) {
  colouring?.dispose();
  colouring = monaco.languages.registerDocumentSemanticTokensProvider("caravan", {
    getLegend: () => legend,
    provideDocumentSemanticTokens: async (model) => ({ data: new Uint32Array((await language().ask("textDocument/semanticTokens/full",
        document(model))).data) }),
    releaseDocumentSemanticTokens() {},
  });
}

/** @param language gives the socket in use; @param found the diagnostics of a text */
export function services(monaco, language, found) {
  const ask = (method, about) => language().ask(`textDocument/${method}`, about);
  const languages = monaco.languages;
  languages.registerCompletionItemProvider("caravan", {
    triggerCharacters: ["."],
    async provideCompletionItems(model, place) {
      const answer = await ask("completion", at(model, place));
      const word = model.getWordUntilPosition(place);
      const here = { startLineNumber: place.lineNumber, endLineNumber: place.lineNumber, startColumn: word.startColumn,
          endColumn: word.endColumn };
      return { suggestions: (answer.items ?? answer).map((item) => ({ label: item.label, detail: item.detail, sortText: item.sortText,
          kind: languages.CompletionItemKind.Value,
        insertText: item.textEdit?.newText ?? item.insertText ?? item.label, range: item.textEdit ? range(item.textEdit.range) : here })) };
    },
  });
  languages.registerHoverProvider("caravan", {
    async provideHover(model, place) {
      const hover = await ask("hover", at(model, place));
      return hover?.contents?.value ? { contents: [{ value: hover.contents.value }] } : null;
    },
  });
  const places = (answer) => (answer ?? []).map((one) => ({ uri: monaco.Uri.parse(one.uri ?? one.targetUri),
      range: range(one.range ?? one.targetSelectionRange) }));
  languages.registerDefinitionProvider("caravan", { provideDefinition: async (model,
      place) => places(await ask("definition", at(model, place))) });
  languages.registerReferenceProvider("caravan", { provideReferences: async (model,
      place) => places(await ask("references", { ...at(model, place), context: { includeDeclaration: true } })) });
  languages.registerRenameProvider("caravan", { provideRenameEdits: async (model, place, newName) => workspaceEdit(monaco,
      await ask("rename", { ...at(model, place), newName })) });
  languages.registerDocumentFormattingEditProvider("caravan", {
    provideDocumentFormattingEdits: async (model) => (await ask("formatting",
        { ...document(model), options: { tabSize: 2, insertSpaces: true } })).map((edit) => ({ range: range(edit.range),
        text: edit.newText })),
  });
  languages.registerCodeActionProvider("caravan", {
    async provideCodeActions(model, where) {
      const diagnostics = found(model)
        .filter((one) => one.range.start.line < where.endLineNumber && one.range.end.line >= where.startLineNumber - 1);
      const actions = diagnostics.length ? await ask("codeAction", { ...document(model), range: span(where),
          context: { diagnostics } }) : [];
      return { actions: actions.map((action) => ({ title: action.title, kind: "quickfix", isPreferred: action.isPreferred,
          edit: workspaceEdit(monaco, action.edit) })), dispose() {} };
    },
  });
}
