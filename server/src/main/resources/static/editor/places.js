// The same place as Monaco and as the protocol name it: lines from one, lines from zero.

export const range = (of) => ({ startLineNumber: of.start.line + 1, startColumn: of.start.character + 1, endLineNumber: of.end.line + 1,
    endColumn: of.end.character + 1 });
export const position = (of) => ({ line: of.lineNumber - 1, character: of.column - 1 });
export const span = (of) => ({ start: { line: of.startLineNumber - 1, character: of.startColumn - 1 },
    end: { line: of.endLineNumber - 1, character: of.endColumn - 1 } });
