import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { startOrigin } from '../../src/http/origin.fixture.js';
import { createTestFolder, readRunReport, runAssay } from './assay.fixture.js';

const schema = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } };
const content = { 'application/json': { schema } };
const describePaths = (name: string) => ({
  [`/${name}`]: { get: { responses: {} }, post: { requestBody: { content }, responses: { 201: { content } } } },
  [`/${name}/{id}`]: { get: { responses: { 200: { content } } }, delete: { responses: {} } },
});
const describeService = (names: readonly string[], more: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'shop', version: '1' },
    paths: Object.assign({}, ...names.map(describePaths), more),
  });

/** A service of notes that can be created, and of bookings that it refuses with a complaint and an id. */
function serveShop(document: string): RequestListener {
  const notes = new Map<string, object>();
  let last = 0;
  return async (request, response) => {
    let sent = '';
    for await (const chunk of request) sent += chunk;
    const send = (status: number, body?: object, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    const [, name = '', id] = (request.url ?? '').split(/[/?]/);
    const { method } = request;
    if (name === 'openapi.json') return response.writeHead(200, { 'content-type': 'application/json' }).end(document);
    if (name === '') return send(200, { notes: { href: '/notes' } });
    if (!['notes', 'bookings', 'emails', 'webhooks'].includes(name)) return send(404, { error: 'no such page' });
    if (id !== undefined) {
      const note = notes.get(id);
      if (note === undefined) return send(404, { error: 'no such item' });
      if (method === 'DELETE') return send(notes.delete(id) ? 204 : 404);
      return method === 'GET' ? send(200, note) : send(405, {}, { allow: 'GET, DELETE' });
    }
    if (method === 'GET') return send(200, name === 'notes' ? [...notes.values()] : []);
    if (method !== 'POST') return send(405, {}, { allow: 'GET, POST' });
    last += 1;
    if (name !== 'notes')
      return send(422, { errors: [{ field: 'code', message: 'is not in our catalogue' }], trace: `t-${last}` });
    const note = { ...parseObject(sent), id: `n${last}` };
    notes.set(note.id, note);
    return send(201, note, { location: `/notes/${note.id}` });
  };
}

function parseObject(text: string): object {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}

async function runShop(document: string, args: readonly string[] = []) {
  const { url } = await startOrigin(serveShop(document));
  const cwd = createTestFolder();
  const options = ['--seed', '1', '--cases', '2', '--only', 'creation/*', 'absence/*', 'operations/*', ...args];
  const { stdout, code } = await runAssay(cwd, ['run', url, ...options], { COLUMNS: '80', LINES: '24' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(24);
  const first = lines.findIndex((line) => line.startsWith('not checked'));
  const text = lines.slice(first).join(' ').replaceAll(/\s+/g, ' ');
  return { url, code, lines, text, report: readRunReport(cwd), stdout: stdout.replaceAll(/\s+/g, ' ') };
}

test('refused creations are one line, first, with the words of the service and a line for the profile', async () => {
  const { text, report, code } = await runShop(describeService(['notes', 'bookings']));
  expect(text).toMatch(
    /^not checked \d+ bookings: no item could be created \(POST \/bookings → 422 `code: is not in our catalogue`\)\. Add to assay\.yaml: resources: \[\{ collection: \/bookings, create: /,
  );
  expect(text).not.toMatch(/exchange \d|t-\d|other reasons/);
  expect(text).toMatch(/ \d+ more, (\d+ of them )?[a-z ]+: assay show /);
  expect(report.gate).toMatchObject({ gaps: [{ about: 'bookings' }] });
  // Too few checks to be incomplete, so that nothing but this line warns.
  expect(report.gate.reasons.join()).not.toContain('bookings');
  expect(code).toBeLessThanOrEqual(1);
}, 60_000);

test('an incomplete run says it once, with the number of all checks', async () => {
  const { text, stdout, code } = await runShop(describeService(['bookings']));
  expect(code).toBe(5);
  expect(stdout.match(/no item could be created \(POST/g)).toHaveLength(1);
  expect(text).toMatch(/^not checked \d+ bookings: no item could be created /);
  expect(text).toMatch(
    /Incomplete: no item could be created in bookings, \d+ MUST checks could not be made.* \(exit 5\)$/,
  );
}, 60_000);

test('writes that are left out because of their words are named with the key that permits them', async () => {
  const send = { '/emails/send': { post: { requestBody: { content }, responses: { 202: {} } } } };
  const { text, report } = await runShop(describeService(['notes', 'emails'], send));
  const count = report.results.filter(({ cause, subject }) => cause === 'permission' && subject === 'emails').length;
  expect(count).toBeGreaterThan(5);
  expect(text).toMatch(
    /^not checked \d+ emails: the path suggests effects outside the service, so no writes are sent; to test it, use --allow-effects "POST \/emails"/,
  );
  expect(text).toContain(
    '- POST /emails/send is not called: "send" suggests effects; to test it, declare resources[].create',
  );
  expect(report.gate.gaps ?? []).toEqual([]);
}, 60_000);

test('a flag allows the writes of one of them, and of no other', async () => {
  const allow = ['--allow-effects', 'POST /emails'];
  const { report } = await runShop(describeService(['notes', 'emails', 'webhooks']), allow);
  const withheld = report.results.filter(({ cause }) => cause === 'permission').map(({ subject }) => subject);
  expect([...new Set(withheld)]).toEqual(['webhooks']);
}, 60_000);

test('parts of the document that are not used are counted, and the first is named', async () => {
  const { text } = await runShop(describeService(['notes'], { '/a': 7, '/b': 'x' }));
  expect(text).toContain(
    '- 2 parts of the document are not used, the first: #/paths/~1a: 7 has no meaning here, and is left out; correct the document, or name another with --openapi FILE',
  );
}, 60_000);

test.each<[string, (document: string) => string, RegExp]>([
  ['broken', (text) => text.replace('"paths":{', '"paths":{,'), /:1:\d+: cannot be parsed as JSON or YAML: [^;]+/],
  [
    'too large',
    (text) => text.replace('"shop"', `"${'x'.repeat(17 * 1024 * 1024)}"`),
    /: cannot be read: content longer than 16777216 octets/,
  ],
])(
  'a document that is %s is named in the first lines and in the notes, and the run goes on',
  async (_, spoil, what) => {
    const { url, lines, stdout, report } = await runShop(spoil(describeService(['notes'])));
    const message = new RegExp(
      `OpenAPI document not used: ${url}/openapi\\.json${what.source}; name a usable copy with --openapi FILE`,
    );
    expect(lines[1]).toMatch(/^OpenAPI document not used: /);
    expect(lines.slice(1, 5).join(' ')).toMatch(message);
    expect(stdout).not.toContain('no OpenAPI document');
    expect(report.survey.notes[0]).toMatch(message);
    expect(report.survey.collections.map(({ path }) => path)).toEqual(['/notes']);
    expect(report.results.some(({ verdict }) => verdict === 'held')).toBe(true);
  },
  60_000,
);
