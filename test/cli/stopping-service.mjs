// Serves `/items` on PORT, from STORE if that is a file, and ends as STOP says. Notes each start in the file `starts`. Two items
// are there from the beginning.

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PORT, STOP, STORE } = process.env;
appendFileSync('starts', '.');
const known = STORE && existsSync(STORE) ? JSON.parse(readFileSync(STORE, 'utf8')) : undefined;
const { items, last } = known ?? {
  items: [
    { id: '1', title: 'one' },
    { id: '2', title: 'two' },
  ],
  last: { id: 2 },
};
let count = 0;

const isNested = (json) => Object.values(json ?? {}).some((one) => Array.isArray(one) && one.some(Array.isArray));
const isItem = (json) =>
  typeof json === 'object' && json !== null && typeof json.title === 'string' && json.title !== '';
const pick = ({ title, rows }) => ({ title, ...(Array.isArray(rows) && { rows }) });

const stops = {
  'at an octet': ({ path }) => /%ff/i.test(path),
  'at nested arrays': ({ method, json }) => method === 'PUT' && isNested(json),
  'after 40 requests': () => count === 40,
  'at HEAD': ({ method }) => method === 'HEAD',
  'at odd queries': ({ query }) => /%27/.test(query),
};

/** Stores the items; the reply ends the process where each write does. */
function write(reply) {
  if (STORE) writeFileSync(STORE, JSON.stringify({ items, last }));
  return { ...reply, isLast: STOP === 'after each write' };
}

function respondToList({ method, json }) {
  if (method === 'GET' || method === 'HEAD') return { status: 200, body: items };
  if (method !== 'POST') return { status: 405 };
  if (!isItem(json)) return { status: 422 };
  last.id += 1;
  const item = { id: String(last.id), ...pick(json) };
  items.push(item);
  return write({ status: 201, body: item, location: `/items/${item.id}` });
}

function respondToItem({ method, json }, at) {
  if (method === 'GET' || method === 'HEAD') return { status: 200, body: items[at] };
  if (method === 'DELETE') {
    items.splice(at, 1);
    return write({ status: 204 });
  }
  if (method !== 'PUT') return { status: 405 };
  if (!isItem(json)) return { status: 422 };
  items[at] = { id: items[at].id, ...pick(json) };
  return write({ status: 200, body: items[at] });
}

function respond(arrival) {
  if (arrival.isBroken) return { status: 400 };
  if (arrival.path === '/items') return respondToList(arrival);
  const at = items.findIndex(({ id }) => arrival.path === `/items/${id}`);
  return at < 0 ? { status: 404 } : respondToItem(arrival, at);
}

function readJson(text) {
  try {
    return text === '' ? {} : { json: JSON.parse(text) };
  } catch {
    return { isBroken: true };
  }
}

async function readContent(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return readJson(text);
}

const server = createServer(async (request, response) => {
  const content = await readContent(request).catch(() => undefined);
  if (content === undefined) return;
  count += 1;
  const { method, url } = request;
  const [path, query = ''] = url.split('?');
  const arrival = { method, path, query, ...content };
  if (stops[STOP]?.(arrival)) process.exit(1);
  const { status, body = status < 300 ? undefined : { error: 'refused' }, location, isLast } = respond(arrival);
  if (isLast) response.once('finish', () => process.exit(0));
  const text = body === undefined || method === 'HEAD' ? undefined : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) }).end(text);
});
server.listen(Number(PORT), '127.0.0.1');
