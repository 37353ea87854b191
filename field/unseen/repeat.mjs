/**
 * Starts each service (or those named as arguments), runs assay against it without a profile, and prints what was found.
 * Before and after each run the seeded items are read, and the differences are printed.
 *
 *   node field/unseen/repeat.mjs [service…] [--mode bare|document|flags|answers] [--more=--cases=3]
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const here = import.meta.dirname;
const assay = join(here, '../../bin/assay.js');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mode: { type: 'string', multiple: true },
    out: { type: 'string', default: 'reports/unseen' },
    more: { type: 'string', multiple: true, default: [] },
  },
});
const services =
  positionals.length > 0 ? positionals : readdirSync(here).filter((name) => existsSync(join(here, name, 'truth.json')));

const findPort = () =>
  new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });

async function start(service) {
  const env = { ...process.env, PORT: `${await findPort()}`, NODE_ENV: 'development' };
  const child = spawn(process.execPath, [join(here, service, 'serve.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await new Promise((found, failed) => {
    const deadline = setTimeout(() => failed(new Error(`${service} did not start`)), 60_000);
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('http://')) return;
      clearTimeout(deadline);
      found(line);
    });
  });
  const closed = new Promise((done) => child.once('close', done));
  const close = (signal = 'SIGTERM') => {
    child.kill(signal);
    return closed;
  };
  return { url, close };
}

/** Every seeded item by its address, as GET shows it. */
async function readItems(url, truth) {
  const items = new Map();
  const read = async (path) => {
    const answer = await fetch(url + path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(10_000),
    });
    return answer.text();
  };
  for (const { list, item, entries, id } of truth.collections) {
    const size = truth.paging.size.replace('[', '%5B').replace(']', '%5D');
    const body = JSON.parse(await read(`${list}?${size}=1000`));
    for (const entry of entries === '' ? body : body[entries.slice(1)]) {
      if (typeof entry !== 'object' || entry === null) {
        items.set(`an entry of ${list} that is no item: ${entry}`, '');
        continue;
      }
      const value = entry.id ?? entry[id.slice(1).split(' ')[0]];
      const path = item.split(',')[0].replace(/\{\w+\}/, value);
      items.set(path, await read(path));
    }
  }
  return items;
}

const run = (args) =>
  new Promise((done) => {
    const child = spawn(process.execPath, [assay, ...args], { stdio: 'ignore' });
    child.once('close', (code) => done(code));
  });

function summarize(report) {
  const counts = {};
  for (const { verdict } of report.results) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}

const compare = (before, after) => ({
  lost: [...before.keys()].filter((path) => !after.has(path)),
  changed: [...before.keys()].filter((path) => after.has(path) && after.get(path) !== before.get(path)),
  left: [...after.keys()].filter((path) => !before.has(path)),
});

for (const service of services) {
  const truth = JSON.parse(readFileSync(join(here, service, 'truth.json'), 'utf8'));
  const modes = { bare: [], flags: truth.flags.flatMap((path) => ['--collection', path]) };
  if (truth.document) modes.document = ['--openapi'];
  const answers = join(here, service, 'answers.yaml');
  if (existsSync(answers)) modes.answers = ['--profile', answers];
  for (const [mode, flags] of Object.entries(modes)) {
    if (values.mode && !values.mode.includes(mode)) continue;
    const out = join(values.out, `${service}-${mode}`);
    mkdirSync(out, { recursive: true });
    const { url, close } = await start(service);
    const more = mode === 'document' ? ['--openapi', url + truth.document] : flags;
    const before = await readItems(url, truth);
    const code = await run(['run', url, '--seed', '1', '--out', out, '--max-time', '10m', ...more, ...values.more]);
    const after = await readItems(url, truth).catch(() => undefined);
    await close(after === undefined ? 'SIGKILL' : 'SIGTERM');
    const differences = after ? compare(before, after) : 'answers no more';
    console.log(service, mode, { code, seeded: before.size }, differences);
    if (existsSync(join(out, 'report.json')))
      console.log(summarize(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))));
  }
}
