// The picture beside the text: drawn by the language server, shown as an image, so that nothing in it is ever run.
const vscode = require('vscode');

const PAUSE_MS = 500;
// What the protocol answers where a later edit takes a question back.
const TAKEN_BACK = new Set([-32800, -32801]);

class Picture {
  /** @param ask gives the drawing of a text by its URI: svg, or the problem why there is none */
  constructor(context, ask) {
    this.ask = ask;
    context.subscriptions.push(
      vscode.commands.registerCommand('caravan.picture', () => this.show()),
      vscode.window.onDidChangeActiveTextEditor(() => this.draw()),
      vscode.workspace.onDidChangeTextDocument(() => this.later()));
  }

  show() {
    if (!this.panel) {
      this.panel = vscode.window.createWebviewPanel('caravan.picture', 'Picture',
          { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {});
      this.panel.onDidDispose(() => { this.panel = undefined; });
    }
    this.panel.reveal(undefined, true);
    return this.draw();
  }

  /** Once somebody stops typing. */
  later() {
    clearTimeout(this.waiting);
    if (this.panel) this.waiting = setTimeout(() => this.draw(), PAUSE_MS);
  }

  /** What cannot be drawn now leaves the last picture where it is; so does an editor of something else. */
  async draw() {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId === 'caravan') this.document = document;
    if (!this.panel || !this.document) return;
    try {
      const { svg, problem } = await this.ask(this.document.uri.toString());
      this.svg = svg ?? this.svg;
      if (this.panel) this.panel.webview.html = page(this.svg, problem);
    } catch (fault) {
      if (!TAKEN_BACK.has(fault.code)) throw fault;
      this.later();
    }
  }
}

const escaped = text => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

const page = (svg, problem) => `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Picture</title>
<p style="white-space: pre-wrap">${escaped(problem ?? '')}</p>
${svg ? `<img alt="${escaped(/<title>(.*?)<\/title>/.exec(svg)?.[1] ?? '')}" `
  + `src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">` : ''}`;

module.exports = { Picture };
