import { audit } from '../../src/audit.js';
import { isObject, type Json, type JsonObject } from '../../src/model/json.js';
import type { Report } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { serveListener } from '../support/scripted-service.fixture.js';

export interface Answer {
  readonly status: number;
  readonly json?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A collection of a service without a document, and what its creation does with the content. */
export interface ServedCollection {
  readonly existing: readonly JsonObject[];
  /** Stores an item itself, and answers. */
  readonly create: (sent: JsonObject, items: Map<string, JsonObject>, all: AllItems) => Answer;
  /** How an item is shown. */
  readonly show?: (item: JsonObject, all: AllItems) => JsonObject;
  readonly key?: string;
}

/** The items of each collection, by the names of both. */
export type AllItems = ReadonlyMap<string, Map<string, JsonObject>>;

/** A request with content, and the answer. */
export interface SeenWrite {
  readonly method: string;
  readonly path: string;
  readonly json: Json;
  readonly status: number;
}

export interface LearnedRun {
  readonly report: Report;
  readonly items: AllItems;
  readonly writes: readonly SeenWrite[];
}

/** Audits a service with these collections, by name, of which nothing but the addresses of the lists is known. */
export async function auditLearning(
  served: Readonly<Record<string, ServedCollection>>,
  only: readonly string[] = ['creation/created-item-is-readable', 'idempotency/deleted-item-is-gone'],
  cases = 2,
): Promise<LearnedRun> {
  const keyOf = ({ key = 'id' }: ServedCollection) => key;
  const items = new Map(
    Object.entries(served).map(([name, one]) => [
      name,
      new Map(one.existing.map((item) => [String(item[keyOf(one)]), item])),
    ]),
  );
  const writes: SeenWrite[] = [];
  const { baseUrl } = await serveListener(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = parse(Buffer.concat(chunks).toString());
    const { method = '', url = '' } = request;
    const [path = ''] = url.split('?');
    const reply = respond(method, path, sent);
    if (!/^(GET|HEAD|OPTIONS)$/.test(method)) writes.push({ method, path, json: sent ?? null, status: reply.status });
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.json === undefined ? '' : JSON.stringify(reply.json));
  });

  function respond(method: string, path: string, sent: Json | undefined): Answer {
    const [, name = '', id, ...rest] = path.split('/');
    const one = served[name];
    const stored = items.get(name);
    if (one === undefined || stored === undefined || rest.length > 0)
      return { status: 404, json: { title: 'not found' } };
    const show = (item: JsonObject) => one.show?.(item, items) ?? item;
    if (id === undefined) {
      if (method === 'GET') return { status: 200, json: { items: [...stored.values()].map(show) } };
      if (method !== 'POST') return { status: 405, headers: { allow: 'GET, POST' } };
      return isObject(sent) ? one.create(sent, stored, items) : { status: 400, json: { title: 'not an object' } };
    }
    const found = stored.get(decodeURIComponent(id));
    if (found === undefined) return { status: 404, json: { title: 'not found' } };
    if (method === 'GET' || method === 'HEAD') return { status: 200, json: show(found) };
    if (method !== 'DELETE') return { status: 405, headers: { allow: 'GET, DELETE' } };
    stored.delete(decodeURIComponent(id));
    return { status: 204 };
  }

  const collections = Object.keys(served).map((name) => `/${name}`);
  const profile = await loadProfile({ baseUrl, cwd: '/', env: {}, cases, collections, only: [...only] });
  return { report: await audit(profile, { seed: 1 }), items, writes };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** What the report says of the creations in a collection. */
export const findReach = ({ report }: LearnedRun, name: string) =>
  report.reach?.creations?.find(({ collection }) => collection === name);

/** The verdicts of the rules that were wanted. */
export const listVerdicts = ({ report }: LearnedRun) =>
  report.results.map(({ verdict }) => verdict).filter((verdict) => !verdict.startsWith('not-'));
