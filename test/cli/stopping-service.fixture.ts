import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTestFolder } from './assay.fixture.js';

/** When the service ends its process. */
export type Stop =
  | 'at an octet'
  | 'at nested arrays'
  | 'after 40 requests'
  | 'after each write'
  | 'at HEAD'
  | 'at odd queries';

/**
 * Serves `/items` on PORT, from STORE if that is a file, and ends as STOP says. Notes each start in the file `starts`. Two items
 * are there from the beginning.
 */
const source = `import { createServer } from 'node:http';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
const { PORT, STOP, STORE } = process.env;
appendFileSync('starts', '.');
const known = STORE && existsSync(STORE) ? JSON.parse(readFileSync(STORE, 'utf8')) : undefined;
const { items, last } = known ?? { items: [{ id: '1', title: 'one' }, { id: '2', title: 'two' }], last: { id: 2 } };
let count = 0;
const isNested = (json) => Object.values(json ?? {}).some((one) => Array.isArray(one) && one.some(Array.isArray));
const isItem = (json) => typeof json === 'object' && json !== null && typeof json.title === 'string' && json.title !== '';
const pick = ({ title, rows }) => ({ title, ...(Array.isArray(rows) && { rows }) });
const server = createServer(async (request, response) => {
  const { method, url } = request;
  let text = '';
  try {
    for await (const chunk of request) text += chunk;
  } catch {
    return;
  }
  count += 1;
  const [path, query = ''] = url.split('?');
  const id = /^[/]items[/]([^/]+)$/.exec(path)?.[1];
  let json;
  let isBroken = false;
  try {
    json = text === '' ? undefined : JSON.parse(text);
  } catch {
    isBroken = true;
  }
  const isOver =
    (STOP === 'at an octet' && /%ff/i.test(path)) ||
    (STOP === 'at nested arrays' && method === 'PUT' && isNested(json)) ||
    (STOP === 'after 40 requests' && count === 40) ||
    (STOP === 'at HEAD' && method === 'HEAD') ||
    (STOP === 'at odd queries' && /%27/.test(query));
  if (isOver) process.exit(1);
  const write = () => {
    if (STORE) writeFileSync(STORE, JSON.stringify({ items, last }));
    if (STOP === 'after each write') response.once('finish', () => process.exit(0));
  };
  const send = (status, body) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined || method === 'HEAD' ? undefined : JSON.stringify(body));
  const refuse = (status) => send(status, { error: 'refused' });
  if (path === '/items') {
    if (method === 'GET' || method === 'HEAD') return send(200, items);
    if (method !== 'POST') return refuse(405);
    if (isBroken) return refuse(400);
    if (!isItem(json)) return refuse(422);
    last.id += 1;
    items.push({ id: String(last.id), ...pick(json) });
    write();
    response.setHeader('location', '/items/' + last.id);
    return send(201, items.at(-1));
  }
  const at = items.findIndex((item) => item.id === id);
  if (id === undefined || at < 0) return refuse(404);
  if (method === 'GET' || method === 'HEAD') return send(200, items[at]);
  if (method === 'DELETE') {
    items.splice(at, 1);
    write();
    return send(204);
  }
  if (method !== 'PUT') return refuse(405);
  if (isBroken) return refuse(400);
  if (!isItem(json)) return refuse(422);
  items[at] = { id, ...pick(json) };
  write();
  return send(200, items[at]);
});
server.listen(Number(PORT), '127.0.0.1');
`;

/** Starts the service again as soon as it ends, as a development server does. */
const supervisor = `import { spawn } from 'node:child_process';
let child;
const start = () => {
  child = spawn(process.execPath, ['service.mjs'], { stdio: 'inherit' });
  child.once('exit', start);
};
process.on('SIGTERM', () => {
  child.off('exit', start);
  child.kill();
  process.exit();
});
start();
`;

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'items', version: '1' },
  paths: {
    '/items': {
      get: { responses: { 200: answer({ type: 'array', items: { type: 'object' } }) } },
      post: { requestBody: content(), responses: { 201: answer({ type: 'object' }), 400: refusal(), 422: refusal() } },
    },
    '/items/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: answer({ type: 'object' }), 404: refusal() } },
      put: {
        requestBody: content(),
        responses: { 200: answer({ type: 'object' }), 400: refusal(), 404: refusal(), 422: refusal() },
      },
      delete: { responses: { 204: refusal(), 404: refusal() } },
    },
  },
});

function answer(schema: object) {
  return { description: 'what it says', content: { 'application/json': { schema } } };
}

function refusal() {
  return { description: 'nothing' };
}

function content() {
  const rows = { type: 'array', maxItems: 3, items: { type: 'array', maxItems: 3, items: { type: 'integer' } } };
  const title = { type: 'string', minLength: 1, maxLength: 60 };
  const schema = { type: 'object', required: ['title'], properties: { title, rows }, additionalProperties: false };
  return { required: true, content: { 'application/json': { schema } } };
}

/** A folder with the service, its document, and an address that is free. */
export async function prepareStoppingService() {
  const cwd = createTestFolder({ 'service.mjs': source, 'supervisor.mjs': supervisor, 'openapi.json': document });
  const port = await findLowPort();
  return {
    cwd,
    url: `http://127.0.0.1:${port}`,
    buildEnv: (stop: Stop, store?: string) => ({ PORT: String(port), STOP: stop, ...(store && { STORE: store }) }),
    countStarts: () => readFileSync(join(cwd, 'starts'), 'utf8').length,
    readStore: () =>
      JSON.parse(readFileSync(join(cwd, 'store.json'), 'utf8')) as { readonly items: readonly unknown[] },
  };
}

/** A port that no other process gets without asking for it: the service is away for a while and needs it again. */
async function findLowPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Starts the service as its owner does; it is stopped when the test is over. */
export async function startByHand(
  { cwd, url }: { readonly cwd: string; readonly url: string },
  env: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['service.mjs'], { cwd, env: { ...process.env, ...env }, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  while (!existsSync(join(cwd, 'starts')) || !(await isUp(url)))
    await new Promise((resolve) => setTimeout(resolve, 20));
  return child;
}

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
