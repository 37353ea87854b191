import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnFreePort } from '../../src/http/origin.fixture.js';
import { createTestFolder, runAssay } from '../cli/assay.fixture.js';
import { startDemoWithOrders } from '../cli/services.fixture.js';
import { repositoryRoot } from './pages.fixture.js';

const few = ['--seed', '1', '--cases', '2', '--only'];
const rules = ['CRE-01', 'safety/get-does-not-change-the-item'];

/** The end of a run as a terminal of 80 columns and 24 lines shows it; what differs between runs is replaced. */
async function record(args: readonly string[]): Promise<string> {
  const { stdout, code } = await runAssay(createTestFolder(), args, { COLUMNS: '80', LINES: '24' });
  expect(stdout.trimEnd()).toMatch(new RegExp(`\\(exit ${code}\\)$`));
  return replaceVariableParts(stdout);
}

const replaceVariableParts = (text: string): string =>
  text
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:3000')
    .replace(/\((ended early, )?[\d.]+ (ms|s|min \d+ s), \d+ requests/, '($14.2 s, 120 requests')
    .replaceAll(/#\d+ /g, '#17 ')
    // How many reads of other checks counted up between the two.
    .replaceAll(/\/views: expected \d+, actual \d+/g, '/views: expected 1, actual 3')
    // The number of all rules grows.
    .replace(/^\d+ checks:/m, '143 checks:')
    .replace(/\d+ not-run/, '130 not-run')
    // UUIDs come before numbers: one in seventeen begins with six digits.
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{4,27}(?=[\s…"/])/g, '5f0c1d2e-…')
    .replaceAll(/\/\d{6,}/g, '/8140275')
    .replaceAll(/ → (\d+) \{"id":".*$/gm, ' → $1 {"id":"5f0c1d2e-…');

test.each(['5f0c1d2e-4ef6-4837-abf3-755cc9e1a0b2', '12345678-4ef6-4837-abf3-755cc9e1a0b2', '1234567d-4ef6-4837'])(
  'ids are replaced whatever their digits are: %s',
  (id) => {
    expect(replaceVariableParts(`GET /orders/${id} → 404\nGET /orders/1234567 → 404`)).toBe(
      'GET /orders/5f0c1d2e-… → 404\nGET /orders/8140275 → 404',
    );
  },
);

/** A service of notes with five bugs. */
function serveNotes(): RequestListener {
  const notes = new Map([['1', { id: '1', text: 'Buy milk', views: 0 }]]);
  let last = 1;
  return async (request, response) => {
    let content = '';
    for await (const chunk of request) content += chunk;
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const [, collection, id] = (request.url ?? '').split(/[/?]/);
    if (collection !== 'notes') return send(200, { error: 'no such page' });
    if (id === undefined && request.method === 'POST') {
      last += 1;
      if (!isJson(content)) return send(500, { error: 'unexpected token' });
      const note = { id: String(last), text: String(JSON.parse(content).text), views: 0 };
      notes.set(note.id, note);
      return send(200, note);
    }
    if (id === undefined) return send(200, [...notes.values()]);
    const note = notes.get(id);
    if (note === undefined) return send(500, { error: 'undefined is not a note' });
    if (request.method === 'DELETE') return send(200, { deleted: notes.delete(id) });
    note.views += 1;
    return send(200, note);
  };
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const url = await listenOnFreePort(server);
  onTestFinished(() => void server.close());
  return url;
}

const empty: RequestListener = (_, response) => response.writeHead(404).end();
const closed: RequestListener = (_, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();

const screens: readonly (readonly [string, () => Promise<readonly string[]>])[] = [
  ['sound', async () => ['demo', ...few, ...rules]],
  ['one-fault', async () => ['demo', '--fault', 'get-bumps-a-counter', ...few, ...rules]],
  [
    'five-faults',
    async () => {
      const url = await serve(serveNotes());
      return [
        'run',
        url,
        '--collection',
        '/notes',
        '--concurrency',
        '1',
        ...few,
        'absence/missing-item-answers-404',
        'absence/delete-of-a-missing-item-answers-404',
        'validation/malformed-json-answers-400',
        'creation/valid-post-answers-201',
        'safety/get-does-not-change-the-item',
      ];
    },
  ],
  ['empty', async () => ['run', await serve(empty), '--seed', '1']],
  ['unauthorized', async () => ['run', await serve(closed), '--seed', '1']],
  [
    'vendor',
    async () => {
      const { target, file } = await startDemoWithOrders([]);
      return [
        'run',
        target,
        '--profile',
        file,
        '--permit',
        'reads',
        ...few,
        'safety/get-does-not-change-the-collection',
        'safety/head-matches-get',
        'safety/head-does-not-change-the-item',
        'CRE-01',
      ];
    },
  ],
];

test.each(screens)(
  'the screen %s is as recorded in docs/screens, and fits',
  async (name, choose) => {
    const text = await record(await choose());
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    const file = join(repositoryRoot, `docs/screens/${name}.txt`);
    if (process.env.RECORD_SCREENS) writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  },
  60_000,
);
