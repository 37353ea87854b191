import { randomUUID } from 'node:crypto';
import type { SentExchange, SentRawExchange } from '../../http/exchange.js';
import { isSafeMethod } from '../../http/method-guard.js';
import type { LedgerScope } from '../../ledger/scope.js';
import { type Exchange, hasStatus, type Method } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { Effect, ObservedExchange, OutsideEffect } from '../../model/observed-exchange.js';
import type { Caller } from '../../model/service/caller.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { HttpRequest } from '../../rule/http/request.js';
import type { Item } from '../../rule/items.js';
import type { JudgingTools, Tools } from '../../rule/tools.js';
import { drawFirstValue } from '../../rule/values/generators.js';
import { unwrapSent, wrapSent } from '../content/request-content.js';
import { createParents } from '../items/parents.js';
import type { RunContext } from '../run-context.js';
import { createCaseContext } from '../trial/case-context.js';
import { type Recipe, type RecipeRequest, readExactJson, removeMarkers } from './recipe.js';
import { expectFailures } from './repeated-failures.js';
import { createRouteTable } from './route-table.js';
import { findEffect, findMarkers, isCreatedBy, readSentItem } from './seen-exchange.js';

/** How bodies are sent: exactly as before, or with new unique values and a new marker. */
export type BodyMode = 'same' | 'renewed';

export interface RecipeContext {
  readonly site: RunContext;
  /** Id of the passive rule, for the tape. */
  readonly rule: string;
  readonly ledger: LedgerScope;
  /** All writes of the run: a creation that succeeded is the best control of others. */
  readonly writes: readonly ObservedExchange[];
  /** Whether what the request leaves behind is read. */
  readonly isFollowed?: boolean | undefined;
  /** Whether the request should create nothing, so that it is also sent where no more items are created. */
  readonly isRefused?: boolean;
}

export interface RecipeAttempt {
  readonly exchange: Exchange;
  /** What it left behind although it was refused. */
  readonly effect?: Effect | undefined;
  /** What happened to another item meanwhile. */
  readonly outside?: OutsideEffect | undefined;
  /** The exchanges that show it; all but the controls when absent. */
  readonly shows?: readonly Pick<Exchange, 'n'>[];
  readonly seen: readonly (SentExchange | SentRawExchange)[];
}

/**
 * Repeats a request: creates its item, repeats the writes to it, waits for `settle`, then sends the request. Throws
 * InconclusiveError when the item cannot be created.
 */
export async function sendRecipe(
  recipe: Recipe,
  context: RecipeContext,
  mode: BodyMode,
  settle: () => Promise<void> = async () => undefined,
): Promise<RecipeAttempt> {
  const { tools, judging, seen, collection } = await openRecipe(recipe, context, context.isRefused);
  if (recipe.on === 'path' || collection === undefined) {
    const { template, query } = recipe.request;
    if (!isSafeMethod(recipe.request.method)) await refuseExistingItem(template, context, tools);
    const order = buildOrder(recipe.request, template + query, tools, mode);
    await settle();
    return { exchange: await tools.client.trySend(order), seen };
  }
  if (recipe.on === 'collection') {
    const { template, query } = recipe.request;
    const isCreation = findCreationPath(recipe, context.site) === template;
    const path = (isCreation && collection.creation?.path) || collection.path;
    const build = () => buildOrder(recipe.request, path + query, tools, mode);
    await settle();
    if (context.isFollowed !== true) return { exchange: await tools.client.trySend(build()), seen };
    const working = await findWorkingBody(collection, context);
    return { ...(await followCreation(tools, recipe.status, build, working)), seen };
  }
  const item = await tools.items.create(recipe.item ?? (await drawBody(collection, context)), { role: 'control' });
  const build = (request: RecipeRequest) =>
    buildOrder(request, buildPath(request, item, collection, context.site), tools, mode, item);
  const send = (request: RecipeRequest) => tools.client.trySend(build(request));
  for (const request of recipe.before) await send(request);
  await settle();
  if (context.isFollowed !== true) return { exchange: await send(recipe.request), seen };
  const earlier = recipe.before.flatMap(({ body, method }) => unwrapSent(body, collection, method) ?? []);
  const followed = await followWrite(item, judging, () => sendWithContent(build(recipe.request), tools), earlier);
  return { ...followed, seen };
}

/** The path template of the creations in the collection of a recipe, where they have one of their own. */
const findCreationPath = ({ collection }: Recipe, { model }: RunContext): string | undefined =>
  model.collections.find(({ name }) => name === collection)?.creation?.path;

async function sendWithContent(order: HttpRequest, { client }: Tools) {
  return { ...(await client.trySend(order)), content: typeof order.text === 'string' ? order.text : undefined };
}

/** A request that a healthy service answers: a read of the list, or of the base URL. */
export async function sendControl(recipe: Recipe, context: RecipeContext): Promise<Exchange | undefined> {
  const { tools, collection } = await openRecipe(recipe, context);
  const isListEnough = collection?.list !== undefined && recipe.request.method !== 'POST';
  if (!isListEnough && collection?.create?.request !== undefined && context.site.mayWrite) {
    const body = await findWorkingBody(collection, context);
    const created = await tools.items.post(body, { role: 'control' }).catch(ignoreSetup);
    if (created !== undefined && hasStatus(created.exchange, 2)) return created.exchange;
  }
  return collection?.list === undefined
    ? undefined
    : tools.client.trySend({ method: 'GET', path: tools.items.firstPage(null), role: 'control' });
}

/** An item that was not created for this attempt is never written to, whatever a log or a report says. */
async function refuseExistingItem(path: string, { site }: RecipeContext, { client }: Tools): Promise<void> {
  const { id } = createRouteTable(site.model.collections, site.baseUrl)(path);
  const end = id === undefined ? -1 : path.lastIndexOf(`/${id}`);
  const itemPath = end === -1 ? path : path.slice(0, end + 1 + (id ?? '').length);
  const look = await client.trySend({ method: 'GET', path: itemPath, role: 'control' });
  if (hasStatus(look, 2)) throw new InconclusiveError('setup', `${itemPath} is an item that this run did not create`);
}

/** Creates the parents that a recipe needs, and the tools for one attempt; `isRefused` says that it should create nothing. */
export async function openRecipe(recipe: Recipe, { site, rule, ledger }: RecipeContext, isRefused = false) {
  const named = site.model.collections.find(({ name }) => name === recipe.collection);
  const subject = named ?? site.model.collections[0];
  if (subject === undefined)
    throw new InconclusiveError('setup', 'no collection was found, so no request was repeated');
  const bound =
    named === undefined || recipe.on === 'path'
      ? subject
      : await createParents(subject, expectFailures(site, recipe), ledger);
  const collection = bound.kind === 'collection' ? bound : subject;
  const trial = { rule, level: 'MUST', touches: 'reads', subject: collection } as const;
  const { tools, judging, client } = createCaseContext(trial, expectFailures(site, recipe, isRefused), ledger, 'usual');
  return { tools, judging, seen: client.seen, collection: named === undefined ? undefined : collection };
}

/** Without any creation that succeeds, the list is the control. */
function ignoreSetup(error: unknown): undefined {
  if (error instanceof InconclusiveError && error.reason === 'setup') return undefined;
  throw error;
}

/** The body of a creation that succeeded in this run; a generated one can be of the kind that fails. */
export async function findWorkingBody(collection: Collection, context: RecipeContext): Promise<Json> {
  const { site, writes } = context;
  const findRoute = createRouteTable(site.model.collections, site.baseUrl);
  const working = writes.findLast(({ method, path, answer, as }) => {
    if (method !== 'POST' || as !== undefined || answer === undefined || answer.status > 299) return false;
    const route = findRoute(path);
    return route.kind === 'collection' && route.collection === collection.name;
  });
  const body = unwrapSent(readExactJson(working?.content), collection, 'POST');
  return body === undefined ? drawBody(collection, context) : removeMarkers(body);
}

async function drawBody({ name }: Collection, { site }: RecipeContext): Promise<Json> {
  const bodies = site.model.bodies.get(name);
  return bodies === undefined ? null : drawFirstValue(bodies.body(), site.seed);
}

/** The path of a request to a new item, or to an action below it. */
function buildPath({ template, query }: RecipeRequest, item: Item, bound: Collection, site: RunContext): string {
  const known = site.model.collections.find(({ name }) => name === bound.name);
  const index = known?.actions.findIndex(({ path }) => path === template) ?? -1;
  const action = bound.actions[index];
  if (action === undefined) return item.path + query;
  return action.path.replace(/\{[^}]+\}/, () => encodeURIComponent(item.id)) + query;
}

function buildOrder(request: RecipeRequest, path: string, tools: Tools, mode: BodyMode, item?: Item): HttpRequest {
  const { method, fields, body, text, as } = request;
  const content = body === undefined ? text : JSON.stringify(renewBody(body, { method, path }, tools, mode, item));
  return {
    method: method as Method,
    path,
    headers: renewKey(mode === 'same' ? fields : omitEntityTag(fields), tools.collection),
    ...(content !== undefined && { text: content }),
    ...(as !== undefined && { as: as as Caller }),
  };
}

/** A body with new unique values and a new marker, in the envelope in which it was sent. */
function renewBody(
  body: Json,
  target: { readonly method: string; readonly path: string },
  { items, collection }: Tools,
  mode: BodyMode,
  item: Item | undefined,
): Json {
  const inside = mode === 'same' ? undefined : unwrapSent(body, collection, target.method);
  if (!isObject(inside)) return body;
  const bare = removeMarkers(inside);
  const renewed = item === undefined ? items.draft(bare) : item.prepare(bare);
  return wrapSent(collection, { ...target, method: target.method as Method }, renewed);
}

/** The client adds the entity tag of the new item where one is needed. */
const omitEntityTag = (fields: RecipeRequest['fields']): RecipeRequest['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => name !== 'if-match' || value === '*'));

/** With the same key, a service may return the same response without carrying out the request. */
function renewKey(fields: Readonly<Record<string, string>>, { idempotency }: Collection): Record<string, string> {
  const name = idempotency?.in === 'header' ? idempotency.name.toLowerCase() : 'idempotency-key';
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      if (field.toLowerCase() !== name) return [field, value];
      return [field, value.startsWith('"') ? `"${randomUUID()}"` : randomUUID()];
    }),
  );
}

/** A request that was sent, what it left behind, and the exchanges that show both. */
type FollowedRequest = Omit<RecipeAttempt, 'seen' | 'outside'>;

/** Maximum number of creations that are sent until one is refused in the same way, such as by a rate limit. */
const maxAttempts = 20;

/**
 * Sends a creation, and others like it until one is refused with the same status. Then creates a valid item, waits until the
 * list shows that, and searches the list for the refused one.
 */
async function followCreation(
  { client, items, collection }: Tools,
  status: number | undefined,
  buildOrder: () => HttpRequest,
  working: Json,
): Promise<FollowedRequest> {
  let order = buildOrder();
  let exchange = await client.trySend(order);
  for (let i = 1; i < maxAttempts && exchange.answer?.status !== status && hasStatus(exchange, 2); i += 1) {
    order = buildOrder();
    exchange = await client.trySend(order);
  }
  if (exchange.answer?.status !== status) return { exchange };
  const { text } = order;
  const content = typeof text === 'string' ? text : undefined;
  const control = await items.post(working, { role: 'control', marked: true });
  const { item } = control;
  const listing = await items.listUntil((seen) => item === undefined || items.findEntry(seen, item) !== undefined);
  const marks = findMarkers(content);
  const sent = readSentItem({ method: exchange.method, content }, collection);
  const after = listing.entries.find((entry) => marks.some((mark) => isCreatedBy(entry, sent, mark)));
  if (after === undefined) return { exchange };
  items.claim(after);
  const shown = listing.pages.filter(({ answer }) => marks.some((mark) => answer?.text.includes(mark)));
  return { exchange, effect: { kind: 'created', before: null, after }, shows: [exchange, ...shown.slice(0, 1)] };
}

/**
 * Reads a new item, sends a request to it, and reads the item again, twice: a member that changes between two reads
 * is no effect. `earlier` is what was sent for the item before.
 */
async function followWrite(
  item: Item,
  { withoutBookkeeping, collection }: JudgingTools,
  send: () => Promise<Exchange & { readonly content: string | undefined }>,
  earlier: readonly Json[],
): Promise<FollowedRequest> {
  const before = await item.getUntil((read) => hasStatus(read, 200));
  const { content, ...exchange } = await send();
  if (!hasStatus(before, 200)) return { exchange };
  const reads = [await item.get(), await item.get()];
  const effects = reads.map((read) => {
    const isGone = hasStatus(read, 404, 410);
    if (!isGone && !hasStatus(read, 200)) return undefined;
    const shown = (json: Json | undefined) => withoutBookkeeping(json) ?? null;
    const after = isGone ? null : shown(read.answer?.json);
    return findEffect(
      { ...exchange, content },
      { before: shown(before.answer?.json), after, sent: item.sent, earlier },
      collection,
    );
  });
  const [first, second] = effects;
  if (first === undefined || JSON.stringify(first) !== JSON.stringify(second)) return { exchange };
  return { exchange, effect: first, shows: [before, exchange, ...reads.slice(0, 1)] };
}
