import { readRetryAfterMs } from '../../limits/classify-answer.js';
import { clock, pause } from '../../model/clock.js';
import { type Exchange, getHeader, hasStatus } from '../../model/exchange.js';
import { findLink } from '../../model/field/link-field.js';
import { buildPointer, isObject, type Json, normalizeName, setAtPointer } from '../../model/json.js';
import type { Caller } from '../../model/service/caller.js';
import type { Action, Collection } from '../../model/service/subject.js';
import { findNextStates, findStatePath } from '../../rule/compare/state-path.js';
import type { HttpRequest } from '../../rule/http/request.js';
import type { Item } from '../../rule/items.js';
import type { ActionTools, PerformOptions, Tools } from '../../rule/tools.js';
import { buildContent, buildKeyHeader } from '../content/request-content.js';
import { followIdentity, type OwnWrites, requireWritable } from '../writes/own-writes.js';
import type { Creations } from './creations.js';
import {
  buildItemAddress,
  type ItemAddress,
  readEntryAddress,
  readIdFromPath,
  resolveLinkPath,
} from './item-address.js';
import type { ListContext } from './lists.js';

export const buildActionPath = (action: Action, item: Item): string =>
  action.path.replace(/\{[^}]+\}/, () => encodeURIComponent(item.id));

/** The POST of an action on an item of another collection, as a control: with the declared or described body. */
export function buildActionRequest(action: Action, item: Item): HttpRequest {
  const { json, headers } = buildContent(getActionBody(action), action.post?.request?.mediaType);
  return { method: 'POST', path: buildActionPath(action, item), json: json ?? null, headers, role: 'control' };
}

export type ActionContext = CompletionContext & Pick<OwnWrites, 'ledger' | 'addressing'>;

/**
 * Sends the POST of an action, with a body if one is given, declared or described. An accepted request is followed
 * until it completes.
 */
export async function performAction(
  { collection, wire, baseUrl, ledger, addressing }: ActionContext,
  item: Item,
  action: Action,
  { body, key, as, role }: PerformOptions = {},
): Promise<Exchange> {
  const { idempotency } = collection;
  const isInBody = key !== undefined && action.key !== undefined;
  const field = key !== undefined && !isInBody && idempotency?.in === 'header' ? buildKeyHeader(idempotency, key) : {};
  const plain = body ?? getActionBody(action);
  const keyed = isInBody ? setAtPointer(plain, buildPointer([action.key]), key) : plain;
  const { json, headers } = buildContent(keyed, action.post?.request?.mediaType);
  const path = buildActionPath(action, item);
  requireWritable({ collection, ledger, ...(addressing && { addressing }) }, { method: 'POST', path: item.path });
  const exchange = await wire.send({
    method: 'POST',
    path,
    record: ledger.recordRequest('POST', path),
    json: json ?? null,
    headers: { ...headers, ...field },
    ...(as && { as }),
    ...(role && { role }),
  });
  if (!hasStatus(exchange, 4)) addressing?.of(collection.name).kept.forget(item.path);
  const own = ledger.find(item.path);
  followIdentity({ collection, baseUrl, ledger }, exchange, own);
  if (!hasStatus(exchange, 202)) return exchange;
  return { ...exchange, isDone: (await awaitCompletion({ collection, wire, baseUrl, as }, exchange)).isDone };
}

export const getActionBody = ({ body, post, accepted }: Action): Json =>
  body ?? post?.request?.example ?? accepted ?? {};

/**
 * Leads an item from the state that GET showed to a wanted one, as far as that is declared: by writing states where clients write them, and by actions. `perform`
 * sends the POST of an action of this collection.
 */
export async function leadToState(
  item: Item,
  state: string,
  { states, patch, replace, actions }: Collection,
  isWanted: (state: string) => boolean,
  { client, perform }: Pick<Tools, 'client'> & Pick<ActionTools, 'perform'>,
): Promise<void> {
  if (states === undefined) return;
  const method = states.setBy?.includes('PATCH') && patch?.request ? 'PATCH' : 'PUT';
  const mediaType = (method === 'PATCH' ? patch : replace)?.request?.mediaType ?? 'application/json';
  for (const next of findNextStates(states, state, isWanted) ?? []) {
    const json = setAtPointer(method === 'PUT' ? item.sent : {}, states.pointer, next);
    const headers = { 'content-type': mediaType };
    await client.send({ method, path: item.path, json, headers, role: 'control' });
  }
  for (const name of findStatePath(states, state, isWanted) ?? []) {
    const action = actions.find((one) => one.name === name);
    if (action?.post) await perform(item, action, { role: 'control' });
  }
}

/** Result of an accepted request (202): whether it completed, and the address of its item if known. */
export interface Completion {
  readonly isDone: boolean;
  readonly address?: ItemAddress;
}

export interface CompletionContext extends ListContext {
  /** Path of the item that was written to; it is not a status monitor. */
  readonly self?: string;
  /** The caller who sent the request. */
  readonly as?: Caller | undefined;
  /** How long accepted requests took before. */
  readonly addressing?: Pick<Creations, 'of'>;
}

/** Maximum time to poll a status monitor, in milliseconds. */
const maxPollMs = 10_000;
/** The first and the longest interval between two polls, in milliseconds. */
const [minPollIntervalMs, maxPollIntervalMs] = [25, 2_000];

const notCompleted: Completion = { isDone: false };

/**
 * Polls the status monitor of an accepted request until it reports completion (RFC 9110 §15.3.3): by a redirect to the
 * item, by its content, or by a state. A request without a monitor is not followed. The first wait is as long as the last one
 * was too short.
 */
export async function awaitCompletion(context: CompletionContext, accepted: Exchange) {
  // What is polled need not wait until reads show the last write.
  const following = { ...context, wire: context.wire.with({ reading: undefined }) };
  const path = findMonitorPath(following, accepted);
  if (path === undefined) return notCompleted;
  const begun = clock.now();
  const memory = following.addressing?.of(following.collection.name).polls.completion;
  const first = Math.max(minPollIntervalMs, memory?.waitMs ?? 0);
  let wait = readRetryAfterMs(accepted) ?? first;
  // What takes a little longer than before is seen soon after.
  let next = first > minPollIntervalMs ? first / 4 : 2 * first;
  for (let pendingMs = first * 0.75; ; pendingMs = clock.now() - begun) {
    await pause(Math.min(wait, maxPollIntervalMs));
    const seen = await readControl(following, path);
    const told = interpretMonitor(following, seen, path);
    if (told !== 'pending' && (await isItemPresent(following, told, path))) {
      if (memory !== undefined) memory.waitMs = pendingMs;
      return { ...(await findNamedItem(context, told, seen)), ...told };
    }
    if (clock.now() > begun + maxPollMs) return notCompleted;
    wait = readRetryAfterMs(seen) ?? next;
    next = 2 * wait;
  }
}

const monitorHeaderNames = ['location', 'operation-location', 'azure-asyncoperation', 'content-location'];

/** Finds the status monitor: in a header field, or in a member named for it. */
function findMonitorPath({ collection, baseUrl, self }: CompletionContext, { answer }: Exchange): string | undefined {
  const named = monitorHeaderNames.map((name) => getHeader(answer, name)).find((link) => link !== undefined);
  const link = named ?? findLink(answer, 'monitor', 'status') ?? findMonitorMember(answer?.json);
  const path = link === undefined ? undefined : resolveLinkPath(link, collection.path, baseUrl);
  return path === self ? undefined : path;
}

const monitorMemberPattern = /^(status|monitor|operation|job|task|poll(ing)?)_?(url|uri|href|link|location)$/i;

function findMonitorMember(json: Json | undefined): string | undefined {
  if (!isObject(json)) return undefined;
  const named = Object.entries(json).find(
    ([name, value]) => monitorMemberPattern.test(name) && typeof value === 'string',
  );
  if (named) return named[1] as string;
  const links = isObject(json._links) ? json._links : isObject(json.links) ? json.links : {};
  const link = links.status ?? links.monitor ?? links.operation;
  const href = isObject(link) ? link.href : link;
  return typeof href === 'string' ? href : undefined;
}

const failedStatePattern = /^(fail(ed|ure)?|error(ed)?|cancel+ed|rejected|aborted|timed?[ _-]?out)$/i;
const finishedStatePattern = /^(succe(eded|ss|ssful)|complete[d]?|done|finished|ok|ready|available|closed)$/i;

function interpretMonitor(following: CompletionContext, seen: Exchange, path: string): Completion | 'pending' {
  const { collection } = following;
  const id = readIdFromPath(collection, path);
  // The service may return the item at its final address as soon as it exists; then its state member describes the item
  // itself.
  if (hasStatus(seen, 404, 410)) return id === undefined ? notCompleted : 'pending';
  if (id !== undefined && hasStatus(seen, 200)) return { isDone: true, address: { id, path } };
  const address = findResultAddress(following, seen, path);
  if (hasStatus(seen, 3)) return address ? { isDone: true, address } : notCompleted;
  if (!hasStatus(seen, 2)) return notCompleted;
  const state = readJobState(seen.answer?.json);
  if (state === 'failed') return notCompleted;
  if (state === 'under way') return 'pending';
  if (address) return { isDone: true, address };
  if (state === 'finished') return { isDone: true };
  return hasStatus(seen, 202) ? 'pending' : { isDone: hasStatus(seen, 204) };
}

/** Reads the state of a monitor; unknown states count as in progress. Undefined when it has none. */
function readJobState(json: Json | undefined): 'under way' | 'failed' | 'finished' | undefined {
  if (!isObject(json)) return undefined;
  const isDone = json.done ?? json.isDone ?? json.completed;
  if (typeof isDone === 'boolean') return isDone ? 'finished' : 'under way';
  const state = json.status ?? json.state ?? json.phase;
  if (typeof state !== 'string') return undefined;
  if (failedStatePattern.test(state)) return 'failed';
  return finishedStatePattern.test(state) ? 'finished' : 'under way';
}

/** The reported item must exist: some services name its address before it does. */
async function isItemPresent(following: CompletionContext, { address }: Completion, seenAt: string) {
  if (address === undefined || address.path === seenAt || following.collection.read === undefined) return true;
  return !hasStatus(await readControl(following, address.path), 404, 410);
}

const readControl = ({ wire, as }: CompletionContext, path: string): Promise<Exchange> =>
  wire.send({ method: 'GET', path, role: 'control', ...(as && { as }) });

/** The item that a monitor leads to: by Location, by a link in its content, or as its content. */
function findResultAddress({ collection, baseUrl }: CompletionContext, { answer }: Exchange, path: string) {
  const texts = [getHeader(answer, 'location'), ...listTexts(answer?.json)];
  for (const text of texts) {
    if (text === undefined || !/^(https?:\/)?\//.test(text)) continue;
    const led = resolveLinkPath(text, path, baseUrl);
    const id = led === undefined ? undefined : readIdFromPath(collection, led);
    if (led !== undefined && id !== undefined && led !== path) return { id, path: led.split('?')[0] ?? led };
  }
  const json = answer?.json;
  const held = isObject(json) ? (json.result ?? json.resource ?? json.response) : undefined;
  return isObject(held) ? readEntryAddress(collection, held) : undefined;
}

const itemIdPattern = /^(resource|result|item|object|entity|target|created)_?id$/i;

/** The item whose id a finished job names in a member such as `resourceId` or `orderId`, where it can be read. */
async function findNamedItem(following: CompletionContext, { isDone, address }: Completion, { answer }: Exchange) {
  const { collection } = following;
  if (!isDone || address !== undefined || collection.read === undefined || !isObject(answer?.json)) return {};
  const noun = normalizeName(collection.path.split('/').at(-1) ?? '').replace(/s$/, '');
  const isItemId = (name: string) => itemIdPattern.test(name) || normalizeName(name) === `${noun}id`;
  const [, id] = Object.entries(answer.json).find(([name]) => isItemId(name)) ?? [];
  const named = typeof id === 'string' || typeof id === 'number' ? buildItemAddress(collection, String(id)) : undefined;
  if (named === undefined) return {};
  return hasStatus(await readControl(following, named.path), 200) ? { address: named } : {};
}

/** Texts down to three levels. */
function listTexts(json: Json | undefined, depth = 3): string[] {
  if (typeof json === 'string') return [json];
  if (depth === 0 || json === null || typeof json !== 'object') return [];
  return Object.values(json).flatMap((value) => listTexts(value, depth - 1));
}
