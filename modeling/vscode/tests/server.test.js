// Validate, plan and deploy at a real server whose hosts are simulated: CARAVAN_SERVER and CARAVAN_TOKEN say where it is.
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { Server, namedBeside, planText } = require('../src/server');

const address = process.env.CARAVAN_SERVER;
const EXAMPLE = path.join(__dirname, '..', '..', '..', 'examples', 'maven', 'notes', 'src', 'main', 'caravan');
const files = Object.fromEntries(['lab.caravan', 'notes.caravan'].map(name => [name, fs.readFileSync(path.join(EXAMPLE, name), 'utf8')]));
const options = { skip: address ? false : 'SKIPPED: no server: CARAVAN_SERVER and CARAVAN_TOKEN' };

test('what a model names goes with it, and nothing else', () => {
  assert.deepEqual(namedBeside('request a from profile "m/a.json" form vm { install "install.sh" start "../k.sh" start "/x.sh" '
    + 'stop run "x.sh" }'), ['m/a.json', 'install.sh']);
});

test('refusals are for the user', options, async () => {
  await assert.rejects(new Server(address, 'wrong').validate(files), /The server refused the token/);
  const broken = { ...files, 'notes.caravan': files['notes.caravan'].replace('require store at centre', 'require store at moon') };
  await assert.rejects(new Server(address, process.env.CARAVAN_TOKEN).handOver(broken), /notes\.caravan:\d+:\d+: error: .*moon/);
});

test('shows a plan and carries it out', options, async () => {
  const server = new Server(address, process.env.CARAVAN_TOKEN);
  assert.deepEqual(await server.handOver(files), ['notes']);
  const plan = await server.plan('notes');
  assert.match(planText(plan), /Steps\n {2}/);
  const ended = await server.follow('notes', await server.approve('notes', plan.id), () => {});
  assert.equal(ended.state, 'DONE');
  assert.match(planText(await server.plan('notes')), /Nothing to do/);
});
