import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Collection, JsonObject } from '#rule';
import type { Operation } from '../../../src/model/service/operation.js';
import { loadRuleSet } from '../../../src/rule-set/load-rule-set.js';
import { runRules, testCollection } from '../../../src/run/test-service.fixture.js';

/** A response of the service. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: JsonObject | readonly JsonObject[];
}

/** One creation as received, and the state of the service. */
export interface Posted {
  readonly key: string | undefined;
  readonly content: JsonObject;
  readonly stored: Map<string, JsonObject>;
  /** The responses by key. */
  readonly known: Map<string, Reply>;
  readonly wasTorn: () => boolean;
  /** Stores an item, and returns 201. */
  make(content?: JsonObject): Reply;
}

/** The handler of a creation. */
export type Posting = (posted: Posted) => Reply | Promise<Reply>;

/** A correct service: one item per key. */
export const sound: Posting = ({ key = '', known, make }) => {
  const reply = known.get(key) ?? make();
  if (key !== '') known.set(key, reply);
  return reply;
};

/** Serves items until the test is over; `posting` answers creations. */
export async function startKeyedService(posting: Posting): Promise<string> {
  const stored = new Map<string, JsonObject>();
  const known = new Map<string, Reply>();
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    const send = ({ status, headers, json }: Reply) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
    if (text === undefined) return;
    if (request.method !== 'POST') return send(other(stored, request));
    const content = parsed(text);
    if (content === undefined) return send({ status: 400, json: { title: 'no JSON' } });
    const make = (kept: JsonObject = content): Reply => {
      const made = { ...kept, id: `t${stored.size + 1}` };
      stored.set(made.id, made);
      return { status: 201, headers: { location: `/things/${made.id}` }, json: made };
    };
    const key = request.headers['idempotency-key'];
    const wasTorn = () => request.socket.destroyed || response.destroyed;
    send(await posting({ key: key === undefined ? undefined : String(key), content, stored, known, wasTorn, make }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The verdicts of the rules of this suite for a service with this handler, by the name of the rule. */
export async function judgeService(posting: Posting, known: Partial<Collection> = {}): Promise<Record<string, string>> {
  const url = await startKeyedService(posting);
  const rules = (await loadRuleSet()).rules.filter(({ id }) => id.startsWith('replay/'));
  const { outcomes } = await runRules(url, rules, { collections: [{ ...keyedCollection, ...known }] });
  return Object.fromEntries(outcomes.map(({ trial, verdict }) => [trial.rule.slice('replay/'.length), verdict]));
}

const read: Operation = { method: 'GET', path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] };

const keyedCollection: Collection = {
  ...testCollection,
  read,
  marker: '/name',
  idempotency: { in: 'header', name: 'Idempotency-Key', format: 'raw', required: false },
};

async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): JsonObject | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function other(stored: Map<string, JsonObject>, { method, url = '' }: IncomingMessage): Reply {
  const id = /^\/things\/([^/?]+)$/.exec(url)?.[1];
  if (id === undefined) return { status: 200, json: [...stored.values()].filter(({ isGone }) => isGone !== true) };
  const found = stored.get(id);
  if (found === undefined || found.isGone === true) return { status: 404 };
  if (method === 'DELETE') stored.set(id, { id, isGone: true });
  return method === 'DELETE' ? { status: 204 } : { status: 200, json: found };
}
