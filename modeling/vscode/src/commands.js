// Validate, plan and deploy: what the server says is a read-only document; nothing is deployed that was not shown.
const vscode = require('vscode');
const { Server, Refused, diagnostics, namedBeside, planText } = require('./server');

const TOKEN = 'caravan.token';
const SCHEME = 'caravan-answer';

class Commands {
  constructor(context) {
    this.secrets = context.secrets;
    this.answers = new Map();
    this.changed = new vscode.EventEmitter();
    this.verdict = vscode.languages.createDiagnosticCollection('caravan server');
    context.subscriptions.push(this.verdict, this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, { onDidChange: this.changed.event,
          provideTextDocumentContent: uri => this.answers.get(uri.path) ?? '' }),
      ...['validate', 'plan', 'deploy', 'token'].map(name => vscode.commands.registerCommand(`caravan.${name}`,
          () => this.told(() => this[name]()))));
  }

  /** Refusals are for the user as they stand; anything else is a mistake of ours and goes to the log. */
  async told(work) {
    try {
      await work();
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      vscode.window.showErrorMessage(fault.message);
    }
  }

  async server() {
    return new Server(vscode.workspace.getConfiguration('caravan').get('server'), await this.secrets.get(TOKEN));
  }

  async token() {
    const token = await vscode.window.showInputBox({ password: true, prompt: "Token of the server: in its data folder, in the file token",
        ignoreFocusOut: true });
    if (token !== undefined) await (token.trim() ? this.secrets.store(TOKEN, token.trim()) : this.secrets.delete(TOKEN));
  }

  /** All models of the folder that somebody works in, saved. */
  async files() {
    await vscode.workspace.saveAll(false);
    const active = vscode.window.activeTextEditor?.document.uri;
    const folder = (active && vscode.workspace.getWorkspaceFolder(active)) ?? vscode.workspace.workspaceFolders?.[0];
    if (!folder) throw new Refused('No folder is open.\nMaybe open the one with your models: File, Open Folder.');
    const found = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, '**/*.caravan'), '**/target/**');
    const files = {};
    const read = async uri => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
    for (const uri of found) files[vscode.workspace.asRelativePath(uri, false)] = await read(uri);
    for (const uri of found) {
      for (const path of namedBeside(files[vscode.workspace.asRelativePath(uri, false)])) {
        const beside = vscode.Uri.joinPath(uri, '..', path);
        try {
          files[vscode.workspace.asRelativePath(beside, false)] = await read(beside);
        } catch {
          // the server says which file is missing, and where it is named
        }
      }
    }
    return { files, uris: new Map(found.map(uri => [vscode.workspace.asRelativePath(uri, false), uri])) };
  }

  async validate() {
    const { files, uris } = await this.files();
    const verdict = await (await this.server()).validate(files);
    this.verdict.clear();
    for (const [name, uri] of uris) this.verdict.set(uri, verdict.diagnostics.filter(one => one.file === name).map(marked));
    if (verdict.accepted) vscode.window.showInformationMessage('The server accepts the models. Nothing was changed.');
    else await this.show('verdict', diagnostics(verdict.diagnostics));
  }

  async plan() {
    const { files } = await this.files();
    const server = await this.server();
    const plans = [];
    for (const application of await server.handOver(files)) plans.push({ application, plan: await server.plan(application) });
    await this.show('plan', plans.map(({ plan }) => planText(plan)).join('\n\n'));
    return plans.filter(({ plan }) => plan.outcome === 'PLANNED' && plan.changes);
  }

  async deploy() {
    const plans = await this.plan();
    if (plans.length === 0 || await vscode.window.showWarningMessage('Deploy the plan that is shown?', { modal: true },
        'Deploy') !== 'Deploy') return;
    const server = await this.server();
    for (const { application, plan } of plans) {
      const ended = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: `Deploying ${application}` },
          async progress =>
        server.follow(application, await server.approve(application, plan.id),
            (done, all) => progress.report({ message: `${done} of ${all} steps` })));
      if (ended.state !== 'DONE')
        throw new Refused(`The deployment of ${application} `
          + `${ended.state === 'UNDONE' ? 'failed and was undone' : 'failed'}: ${ended.error ?? ''}`);
      vscode.window.showInformationMessage(`${application} runs as planned.`);
    }
  }

  async show(name, text) {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}.txt` });
    this.answers.set(uri.path, text);
    this.changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri),
        { preview: true, viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }
}

function marked(found) {
  const line = Math.max(0, (found.line ?? 1) - 1);
  const diagnostic = new vscode.Diagnostic(new vscode.Range(line, Math.max(0, (found.column ?? 1) - 1), line, Number.MAX_SAFE_INTEGER),
    found.message + (found.suggestion ? `\nMaybe ${found.suggestion}` : ''),
    String(found.severity).toLowerCase() === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning);
  diagnostic.code = found.code;
  diagnostic.source = 'caravan server';
  return diagnostic;
}

module.exports = { Commands };
