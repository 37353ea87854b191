import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type ClientOptions, openClient } from '../http/client.js';
import { clock } from '../model/clock.js';
import type { Json, JsonObject } from '../model/json.js';
import type { Outcome } from '../model/result/outcome.js';
import type { Plan } from '../model/result/plan.js';
import { createBareCollection } from '../model/service/bare-collection.js';
import type { Operation } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';
import { plan } from '../plan/plan.js';
import { held } from '../rule/finding.js';
import type { NamedRule, Rule } from '../rule/rule.js';
import { indexRules } from '../rule/rules-by-id.js';
import { constant } from '../rule/values/generators.js';
import { ExchangeLog } from './passive/exchange-log.js';
import { openRun, type RunResult } from './run.js';
import type { RunInput } from './run-input.js';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly json: Json | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** What the service answers instead of what it would. */
export interface StubResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Json;
}

/** The items of a service, by their ids. */
export type Stored = Map<string, JsonObject>;

/** A service that stores items, and the requests that it received. */
export interface ItemService {
  readonly url: string;
  readonly arrived: readonly ReceivedRequest[];
  readonly things: Stored;
}

/** What a service answers to its `n`th request in its own place. */
export type Instead = (
  arrival: ReceivedRequest,
  n: number,
) => StubResponse | 'hang' | undefined | Promise<StubResponse | undefined>;

/** Serves items under `/things` until the test is over. `instead` may answer in its place, or later; `hang` never answers. */
export async function startItemService(instead: Instead = () => undefined): Promise<ItemService> {
  const arrived: ReceivedRequest[] = [];
  const things = new Map<string, JsonObject>();
  const server = createServer(async (request, response) => {
    response.setHeader('date', new Date(clock.epochMs()).toUTCString());
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const text = Buffer.concat(chunks).toString();
    const { method = '', url: path = '', headers } = request;
    const arrival = { method, path, headers, json: text === '' ? undefined : JSON.parse(text) };
    arrived.push(arrival);
    const reply = (await instead(arrival, arrived.length)) ?? respond(things, arrival);
    if (reply === 'hang') return;
    const content = reply.json === undefined ? undefined : JSON.stringify(reply.json);
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(content);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived, things };
}

let lastId = 0;

function respond(things: Map<string, JsonObject>, { method, path, json }: ReceivedRequest): StubResponse {
  const id = /^\/things\/([^/?]+)$/.exec(path)?.[1];
  if (id === undefined) {
    if (method !== 'POST') return { status: 200, json: [...things.values()] };
    lastId += 1;
    const made = { ...(json as JsonObject), id: `t${lastId}` };
    things.set(made.id, made);
    return { status: 201, headers: { location: `/things/${made.id}` }, json: made };
  }
  const found = things.get(id);
  if (method === 'PUT') {
    things.set(id, { ...(json as JsonObject), id });
    return { status: found ? 200 : 201, json: things.get(id) ?? null };
  }
  if (found === undefined) return { status: 404 };
  if (method !== 'DELETE') return { status: 200, json: found };
  things.delete(id);
  return { status: 204 };
}

const createOperation = (method: Operation['method'], path: string, schema?: JsonObject): Operation => ({
  method,
  path,
  provenance: 'declared',
  statuses: [],
  parameters: [],
  ...(schema && { request: { mediaType: 'application/json', schema } }),
});

const itemSchema: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 40 },
    size: { type: 'integer', minimum: 0, maximum: 1000 },
  },
  required: ['name', 'size'],
  additionalProperties: false,
};

/** The collection for the kit, without GET of an item, so that no time is spent on measuring noise. */
export const testCollection: Collection = {
  ...createBareCollection('things'),
  itemPath: '/things/{id}',
  list: createOperation('GET', '/things'),
  create: createOperation('POST', '/things', itemSchema),
  replace: createOperation('PUT', '/things/{id}', itemSchema),
  remove: createOperation('DELETE', '/things/{id}'),
  pagination: { style: 'none', params: {}, base: 1, items: '' },
};

/** The collection, where the name of an item carries the marker of the run. */
export const markedCollection: Collection = { ...testCollection, marker: '/name' };

/** The marked collection with GET of an item. */
export const readableCollection: Collection = { ...markedCollection, read: createOperation('GET', '/things/{id}') };

/** A rule that holds, with the given changes. */
export const createNamedRule = <C = unknown, S = unknown>(id: string, parts: Partial<Rule<C, S>> = {}): NamedRule => ({
  id,
  rule: {
    clause: 'TST-01',
    level: 'MUST',
    family: 'convention',
    per: 'collection',
    title: `${id} holds`,
    otherwise: `${id} is broken`,
    since: '0.1',
    stage: 'stable',
    touches: 'writes',
    watches: 'item',
    needs: [],
    given: () => constant(null),
    when: async () => null,
    then: () => held,
    silentIn: [],
    ...parts,
  } as unknown as Rule,
});

/** A rule that does something with a body of the collection, and holds. */
export const createBodyRule = (id: string, parts: Partial<Rule<Json, unknown>>): NamedRule =>
  createNamedRule<Json, unknown>(id, { given: (bodies) => bodies.body(), ...parts });

/** A rule that creates one item with the marker of the run. */
export const markedCreation = createBodyRule('a/make', {
  when: async (body, { items }) => items.post(body, { marked: true }),
});

/** What of a run a test may turn. */
export type RunOverrides = Partial<Omit<RunInput, 'limits'>> & {
  readonly limits?: Partial<RunInput['limits']>;
  readonly subjects?: Parameters<typeof plan>[0]['subjects'];
  /** Subjects that follow what is learned of the collections. */
  readonly subjectsOf?: (known: readonly Collection[]) => Parameters<typeof plan>[0]['subjects'];
  readonly client?: RunInput['client'];
  readonly options?: Partial<ClientOptions>;
};

/** Runs rules, or the marked creation, at a service with these items, which may answer otherwise and change its items. */
export async function audit(
  instead: (arrival: ReceivedRequest, stored: Stored) => StubResponse | 'hang' | undefined,
  overrides: RunOverrides & { readonly tried?: readonly NamedRule[]; readonly existing?: readonly JsonObject[] } = {},
): Promise<ItemService & FinishedRun> {
  const { tried = [markedCreation], existing = [], ...turned } = overrides;
  const service = await startItemService((arrival) => instead(arrival, service.things));
  for (const item of existing) service.things.set(String(item.id), item);
  const usual = { collections: [markedCollection], limits: { cases: 3 } };
  return { ...service, ...(await runRules(service.url, tried, { ...usual, ...turned })) };
}

/** Plans these rules and runs them at this address. */
export async function runRules(
  baseUrl: string,
  rules: readonly NamedRule[],
  { limits, subjects, subjectsOf = (known) => known, options, ...turned }: RunOverrides = {},
): Promise<FinishedRun> {
  const collections = turned.collections ?? [testCollection];
  const permit = turned.permit ?? 'deletes';
  const log = new ExchangeLog(rules);
  const client = log.observe(turned.client ?? openClient({ baseUrl, ...options }));
  onTestFinished(() => client.close());
  const input: RunInput = {
    rules: indexRules(rules),
    collections,
    document: undefined,
    baseUrl,
    permit,
    dialect: {
      deleteMissing: 'not-found',
      deletedItem: 'not-found',
      created: [201],
      hideExistence: false,
      badSyntax: [400],
      badMeaning: [422],
      conflict: [409],
      keyMismatch: [422],
      extraStatuses: [],
    },
    limits: { maxRequests: 5000, maxSeconds: 60, concurrency: 1, cases: 10, ...limits },
    seed: 1,
    log,
    ...turned,
    client,
  };
  return runToEnd(input, (known) => plan({ rules, subjects: subjects ?? subjectsOf(known), permit, only: [] }));
}

/** A run with the outcomes of its trials. */
export interface FinishedRun extends RunResult, Pick<Plan, 'exclusions'> {
  readonly outcomes: readonly Outcome[];
  readonly collections: readonly Collection[];
}

/** Calibrates, tries all planned trials, and finishes, as an audit does. */
export async function runToEnd(
  input: RunInput,
  planFor: (collections: readonly Collection[]) => Plan,
): Promise<FinishedRun> {
  const run = openRun(input);
  const collections = await run.calibrate(planFor(input.collections));
  const { trials, exclusions } = planFor(collections);
  const outcomes = await run.tryTrials(trials);
  return { ...(await run.finish()), outcomes, collections, exclusions };
}
