import { waitMs } from '../../limits/classify-answer.js';
import { clock, pause } from '../../model/clock.js';
import { answered, type Exchange, header } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { Caller } from '../../model/service/caller.js';
import type { Collection } from '../../model/service/subject.js';
import type { Wire } from './case-client.js';
import { type Address, addressOfEntry, idAt } from './item-address.js';
import { pathOf } from './read-page.js';

/** What came of something that was accepted first (202): whether it was done, and where the thing is that it was about, where that is told. */
export interface Followed {
  readonly isDone: boolean;
  readonly address?: Address;
}

/** What is needed to follow. */
export interface Following {
  readonly wire: Wire;
  readonly collection: Collection;
  readonly baseUrl: string;
  /** Path of the thing that was written to; it tells nothing about what becomes of it. */
  readonly self?: string;
}

/** How long it is asked whether something is done, in milliseconds. */
const patienceMs = 10_000;
/** Longest wait between two questions. */
const longestMs = 2_000;

const undone: Followed = { isDone: false };

/**
 * Asks the status monitor of an accepted request until it says that it is done (RFC 9110 §15.3.3): by leading to the thing,
 * by showing it, or in a word. Nothing is followed that has no monitor.
 */
export async function follow(following: Following, accepted: Exchange, as?: Caller): Promise<Followed> {
  const path = monitorOf(following, accepted);
  if (path === undefined) return undone;
  const ends = clock.now() + patienceMs;
  let wait = waitMs(accepted) ?? 25;
  for (;;) {
    await pause(Math.min(wait, longestMs));
    const seen = await following.wire.send({ method: 'GET', path, role: 'control', ...(as && { as }) });
    const told = toldBy(following, seen, path);
    if (told !== 'pending' && (await isThere(following, told, as))) return told;
    if (clock.now() > ends) return undone;
    wait = waitMs(seen) ?? wait * 2;
  }
}

const fields = ['location', 'operation-location', 'azure-asyncoperation', 'content-location'];

/** Where it is told how far something is: in a header field, or in a member that says so. */
function monitorOf({ collection, baseUrl, self }: Following, { answer }: Exchange): string | undefined {
  const named = fields.map((name) => header(answer, name)).find((link) => link !== undefined);
  const linked = /<([^>]*)>\s*;[^,]*\brel="?(?:monitor|status)"?/i.exec(header(answer, 'link') ?? '')?.[1];
  const link = named ?? linked ?? monitorIn(answer?.json);
  const path = link === undefined ? undefined : pathOf(link, collection.path, baseUrl);
  return path === self ? undefined : path;
}

const monitorMember = /^(status|monitor|operation|job|task|poll(ing)?)_?(url|uri|href|link|location)$/i;

function monitorIn(json: Json | undefined): string | undefined {
  if (!isObject(json)) return undefined;
  const named = Object.entries(json).find(([name, value]) => monitorMember.test(name) && typeof value === 'string');
  if (named) return named[1] as string;
  const links = isObject(json._links) ? json._links : isObject(json.links) ? json.links : {};
  const link = links.status ?? links.monitor ?? links.operation;
  const href = isObject(link) ? link.href : link;
  return typeof href === 'string' ? href : undefined;
}

const failed = /^(fail(ed|ure)?|error(ed)?|cancel+ed|rejected|aborted|timed?[ _-]?out)$/i;
const finished = /^(succe(eded|ss|ssful)|complete[d]?|done|finished|ok|ready|available|closed)$/i;

function toldBy(following: Following, seen: Exchange, path: string): Followed | 'pending' {
  const { collection } = following;
  const id = idAt(collection, path);
  // It may be shown where it will be, as soon as it is there; what it says of its state is about itself.
  if (answered(seen, 404, 410)) return id === undefined ? undone : 'pending';
  if (id !== undefined && answered(seen, 200)) return { isDone: true, address: { id, path } };
  const address = thingIn(following, seen, path);
  if (answered(seen, 3)) return address ? { isDone: true, address } : undone;
  if (!answered(seen, 2)) return undone;
  const state = stateOf(seen.answer?.json);
  if (state === 'failed') return undone;
  if (state === 'under way') return 'pending';
  if (address) return { isDone: true, address };
  if (state === 'finished') return { isDone: true };
  return answered(seen, 202) ? 'pending' : { isDone: answered(seen, 204) };
}

/** How far a monitor says that it is; what it says in words of its own is under way. Undefined where it says nothing. */
function stateOf(json: Json | undefined): 'under way' | 'failed' | 'finished' | undefined {
  if (!isObject(json)) return undefined;
  const isDone = json.done ?? json.isDone ?? json.completed;
  if (typeof isDone === 'boolean') return isDone ? 'finished' : 'under way';
  const state = json.status ?? json.state ?? json.phase;
  if (typeof state !== 'string') return undefined;
  if (failed.test(state)) return 'failed';
  return finished.test(state) ? 'finished' : 'under way';
}

/** Where something is said to be, it must be: some name the place before anything stands there. */
async function isThere({ wire, collection }: Following, { address }: Followed, as?: Caller): Promise<boolean> {
  if (address === undefined || collection.read === undefined) return true;
  return !answered(
    await wire.send({ method: 'GET', path: address.path, role: 'control', ...(as && { as }) }),
    404,
    410,
  );
}

/** The item that a monitor leads to: by Location, by a link in its content, or shown in it. */
function thingIn({ collection, baseUrl }: Following, { answer }: Exchange, path: string): Address | undefined {
  const texts = [header(answer, 'location'), ...textsIn(answer?.json)];
  for (const text of texts) {
    if (text === undefined || !/^(https?:\/)?\//.test(text)) continue;
    const led = pathOf(text, path, baseUrl);
    const id = led === undefined ? undefined : idAt(collection, led);
    if (led !== undefined && id !== undefined && led !== path) return { id, path: led.split('?')[0] ?? led };
  }
  const json = answer?.json;
  const held = isObject(json) ? (json.result ?? json.resource ?? json.response) : undefined;
  return isObject(held) ? addressOfEntry(collection, held) : undefined;
}

/** Texts at most three levels down. */
function textsIn(json: Json | undefined, depth = 3): string[] {
  if (typeof json === 'string') return [json];
  if (depth === 0 || json === null || typeof json !== 'object') return [];
  return Object.values(json).flatMap((value) => textsIn(value, depth - 1));
}
