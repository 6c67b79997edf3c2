// VS Code's workbench in a page of a browser: started on a folder, driven by keys and by what can be read on the screen.
const { execFileSync, spawn } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');

const TOOLS = path.join(__dirname, '..', '..', '..', 'testing', 'vscode', 'node_modules');
const VSCODE = path.join(TOOLS, 'code-server', 'lib', 'vscode');
const VSIX = path.join(__dirname, '..', 'dist', 'caravan.vsix');
const PICTURES = path.join(__dirname, '..', 'target', 'window');
const START_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 10_000;
// A language server starts in the first of these waits, beside a browser.
const LIMIT_MS = 60_000;
const OFFER_LIMIT_MS = 5_000;
const LAST_WORDS = 2_000;

const freePort = () => new Promise(found => {
  const probe = net.createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address();
    probe.close(() => found(port));
  });
});

class Workbench {
  /** @param folder empty, for what VS Code keeps; models are the files it opens, settings those of the machine */
  static async start(folder, models, settings) {
    const data = path.join(folder, 'vscode');
    const extensions = ['--extensions-dir', path.join(folder, 'extensions'), '--server-data-dir', data];
    fs.mkdirSync(path.join(data, 'data', 'Machine'), { recursive: true });
    fs.writeFileSync(path.join(data, 'data', 'Machine', 'settings.json'), JSON.stringify(settings));
    // npm puts libraries beside code-server; its pages ask for them below it.
    if (!fs.existsSync(path.join(VSCODE, 'node_modules'))) fs.symlinkSync(TOOLS, path.join(VSCODE, 'node_modules'));
    const main = path.join(VSCODE, 'out', 'server-main.js');
    // What it says of modules that are left out is only of interest where it fails, and is in the fault then.
    execFileSync(process.execPath, [main, ...extensions, '--accept-server-license-terms', '--install-extension', VSIX], { stdio: 'pipe' });
    const port = await freePort();
    const log = path.join(folder, 'vscode.log');
    const said = fs.openSync(log, 'w');
    const server = spawn(process.execPath, [main, ...extensions, '--host', '127.0.0.1', '--port', String(port),
        '--without-connection-token',
      '--accept-server-license-terms', '--telemetry-level', 'off'], { stdio: ['ignore', said, said] });
    fs.closeSync(said);
    const workbench = new Workbench(server, log);
    try {
      await workbench.open(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(models)}`);
      return workbench;
    } catch (fault) {
      // Nobody else knows of it yet, and the test's process would wait for its end.
      await workbench.end();
      throw fault;
    }
  }

  constructor(server, log) {
    Object.assign(this, { server, log, pictures: 0 });
  }

  async open(address) {
    const { chromium } = require(path.join(TOOLS, 'playwright-core'));
    this.browser = await chromium.launch({ executablePath: process.env.CARAVAN_CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
    this.page = await this.browser.newPage({ viewport: { width: 1400, height: 900 } });
    this.page.setDefaultTimeout(LIMIT_MS);
    const end = Date.now() + START_LIMIT_MS;
    // Whoever takes a connection and says nothing is asked again.
    while (!await fetch(address, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).then(answer => answer.ok, () => false)) {
      if (Date.now() > end || this.server.exitCode !== null)
        throw new Error(`VS Code did not start: ${fs.readFileSync(this.log, 'utf8').slice(-LAST_WORDS)}`);
      await new Promise(over => setTimeout(over, 200));
    }
    await this.page.goto(address);
    await this.page.getByRole('button', { name: 'Yes, I trust the authors' }).click();
  }

  async end() {
    await this.browser?.close();
    this.server.kill();
  }

  async keys(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** What stands in the list that is open for choosing, once it has this entry. */
  async listed(list, entry) {
    await this.page.locator(`${list} .monaco-list-row`, { hasText: entry }).first().waitFor();
    return this.page.locator(`${list} .monaco-list-row`).allInnerTexts();
  }

  /** Opens the quick fixes there until this one is among them: what was changed a moment ago may still be checked. */
  async offered(text, place, fix) {
    await this.until(`${fix} is offered`, async () => {
      await this.keys('Escape', 'Control+1');
      await this.cursor(text, place);
      await this.keys('Control+.');
      return this.page.locator('.action-widget .monaco-list-row',
          { hasText: fix }).first().waitFor({ timeout: OFFER_LIMIT_MS }).then(() => true, () => false);
    });
  }

  async quickly(keys, text) {
    await this.keys(keys);
    await this.page.locator('.quick-input-box input').fill(text);
  }

  async file(name) {
    await this.quickly('Control+p', name);
    await this.listed('.quick-input-widget', name);
    await this.keys('Enter');
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
  }

  async command(name) {
    await this.quickly('F1', `>${name}`);
    await this.listed('.quick-input-widget', name);
    await this.keys('Enter');
  }

  /** The cursor before the text, in the file that lies here as it was opened or last saved. */
  async cursor(text, before, offset = 0) {
    const at = text.indexOf(before) + offset;
    const lines = text.slice(0, at).split('\n');
    await this.quickly('Control+g', `:${lines.length}:${lines.at(-1).length + 1}`);
    await this.keys('Enter');
  }

  /** Once the cursor is there. */
  async at(text, before) {
    const lines = text.slice(0, text.indexOf(before)).split('\n');
    await this.page.locator('.statusbar-item', { hasText: `Ln ${lines.length}, Col ${lines.at(-1).length + 1}` }).waitFor();
  }

  async until(what, is) {
    for (const end = Date.now() + LIMIT_MS; !await is();) {
      if (Date.now() > end) throw new Error(`Not within ${LIMIT_MS / 1000} s: ${what}`);
      await new Promise(over => setTimeout(over, 100));
    }
  }

  async select(length) {
    for (let i = 0; i < length; i++) await this.keys('Shift+ArrowRight');
  }

  async picture(name) {
    fs.mkdirSync(PICTURES, { recursive: true });
    this.pictures++;
    await this.page.screenshot({ path: path.join(PICTURES, `${String(this.pictures).padStart(2, '0')}-${name}.png`) });
  }
}

module.exports = { Workbench };
