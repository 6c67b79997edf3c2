// The walk of somebody new in VS Code's own window, each step from where the last one ended.
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { Workbench } = require('./workbench');

const EXAMPLE = path.join(__dirname, '..', '..', '..', 'examples', 'maven', 'notes', 'src', 'main', 'caravan');
const FILE = 'notes.caravan';
let folder, models, vscode, example;

const saved = () => fs.readFileSync(path.join(models, FILE), 'utf8');

before(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caravan-window-'));
  models = path.join(folder, 'models');
  fs.cpSync(EXAMPLE, models, { recursive: true });
  example = saved();
  vscode = await Workbench.start(folder, models, { 'caravan.server': process.env.CARAVAN_SERVER, 'workbench.startupEditor': 'none' });
});

after(async () => {
  await vscode?.end();
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** One step; where it fails the picture of that moment is kept. */
const step = (name, walk) => test(name, async () => {
  try {
    await walk();
  } catch (fault) {
    await vscode.picture('failed');
    throw fault;
  }
});

/** Writes over what stands there, as somebody at the keys does. */
const write = async (was, place, is) => {
  await vscode.cursor(example, place, place.indexOf(was));
  await vscode.select(was.length);
  await (is ? vscode.page.keyboard.type(is) : vscode.keys('Delete'));
};

const problem = text => vscode.page.locator('.markers-panel .monaco-list-row', { hasText: text });
const lines = text => vscode.page.locator('.view-line', { hasText: text });

step('names have colours of their own, and the outline has what is declared', async () => {
  await vscode.file(FILE);
  await vscode.quickly('Control+Shift+o', '@');
  await vscode.listed('.quick-input-widget', 'store');
  const outline = (await vscode.page.locator('.quick-input-widget .monaco-list-row .label-name').allInnerTexts()).map(name => name.trim());
  assert.deepEqual(outline, ['notes', 'web', 'http', 'store', 'redis', 'hall', 'read']);
  await vscode.keys('Escape');
  const colour = word => lines('component store stateful').locator('span span',
      { hasText: new RegExp(`^\\s*${word}\\s*$`) }).first().evaluate(span => getComputedStyle(span).color);
  assert.notEqual(await colour('component'), await colour('store'));
  await vscode.picture('opened');
});

step('three mistakes are marked, and mended by quick fixes', async () => {
  await write('ipv4', 'Telenor ipv4', 'ipv5');
  await write('store', 'requires store.redis', 'stor');
  await write(' MiB', '64 MiB }\n    provides http', '');
  await vscode.keys('Control+Shift+m');
  const mistakes = [['64 MiB }\n    provides http', 'missing-unit', 'Replace by 64 MiB'],
      ['store.redis', 'unknown-component', 'Replace by store'], ['ipv4', 'family-unknown', 'Replace by ipv4']];
  for (const [, code] of mistakes) await problem(code).waitFor();
  assert.equal(await vscode.page.locator('.squiggly-error').count(), 3);
  await vscode.picture('three-mistakes');
  for (const [place, code, fix] of mistakes) {
    await vscode.offered(example, place, fix);
    if (code === 'unknown-component') await vscode.picture('quick-fix');
    await vscode.until(`${fix} chosen`, async () => {
      if (await vscode.page.locator('.action-widget .monaco-list-row.focused', { hasText: fix }).count() > 0) return true;
      await vscode.keys('ArrowDown');
      return false;
    });
    await vscode.keys('Enter');
    await problem(code).waitFor({ state: 'detached' });
  }
  await vscode.keys('Control+s');
  await vscode.until('saved as it was', () => saved() === example);
});

step('proposals fit, and the pointer is told what a word means', async () => {
  await vscode.cursor(example, 'requires store', 'requires '.length);
  await vscode.keys('Control+Space');
  const proposals = (await vscode.listed('.suggest-widget', 'web')).map(row => row.trim().split(/\s/)[0]);
  assert.deepEqual(proposals.sort(), ['store', 'web']);
  await vscode.picture('proposals');
  await vscode.keys('Escape');
  await lines('users -> web').locator('span span', { hasText: /^\s*turns\s*$/ }).hover();
  await vscode.page.locator('.monaco-hover', { hasText: 'Changes of direction on a link; every two more add a round trip.' }).waitFor();
  await vscode.picture('meaning');
});

step('a name leads to its declaration, and is renamed wherever it stands', async () => {
  await vscode.cursor(example, 'store.redis');
  await vscode.keys('F12');
  await vscode.at(example, 'store stateful');
  await vscode.keys('F2');
  await vscode.page.locator('.rename-input').fill('keeper');
  await vscode.keys('Enter');
  await lines('component keeper stateful').waitFor();
  await vscode.picture('renamed');
  await vscode.keys('Control+s');
  const renamed = example.replace(/\bstore\b/g, 'keeper').replace('notes/keeper', 'notes/store');
  await vscode.until('renamed', () => saved() === renamed);
  await vscode.keys('Control+z', 'Control+s');
  await vscode.until('as it was', () => saved() === example);
});

step('the picture stands beside the text and follows it', async () => {
  await vscode.command('Caravan: Show Picture');
  const drawn = name => vscode.until(`a picture with ${name}`, async () => {
    for (const frame of vscode.page.frames()) {
      const image = await frame.evaluate(
        () => [...document.images].filter(one => one.complete && one.naturalWidth > 0).map(one => one.src)[0]).catch(() => undefined);
      if (image && Buffer.from(image.split(',')[1], 'base64').toString().includes(`>${name}<`)) return true;
    }
    return false;
  });
  await drawn('store');
  await vscode.picture('picture');
  await vscode.keys('Control+1');
  await vscode.cursor(example, 'store stateful');
  await vscode.keys('F2');
  await vscode.page.locator('.rename-input').fill('keeper');
  await vscode.keys('Enter');
  await drawn('keeper');
  await vscode.keys('Control+z', 'Control+s');
  await drawn('store');
});

step('the server shows its plan, and carries it out once that is approved', async () => {
  await vscode.command("Caravan: Enter the server's token");
  await vscode.page.locator('.quick-input-box input').fill(process.env.CARAVAN_TOKEN);
  await vscode.keys('Enter');
  await vscode.command('Caravan: Show plan');
  await lines('the best possible by its goals').waitFor();
  await vscode.picture('plan');
  await vscode.keys('Control+1');
  await vscode.command('Caravan: Deploy');
  await vscode.page.getByRole('button', { name: 'Deploy' }).click();
  await vscode.page.locator('.notification-toast', { hasText: 'notes runs as planned.' }).waitFor();
  await vscode.picture('deployed');
});
