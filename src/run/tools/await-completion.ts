import { readRetryAfterMs } from '../../limits/classify-answer.js';
import { clock, pause } from '../../model/clock.js';
import { type Exchange, getHeader, hasStatus } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { Caller } from '../../model/service/caller.js';
import type { Collection } from '../../model/service/subject.js';
import type { CaseClient } from './case-client.js';
import { type ItemAddress, readEntryAddress, readIdFromPath } from './item-address.js';
import { resolveLinkPath } from './read-page.js';

/** What came of something that was accepted first (202): whether it was done, and where the thing is that it was about, where that is told. */
export interface Completion {
  readonly isDone: boolean;
  readonly address?: ItemAddress;
}

/** What is needed to follow. */
export interface CompletionContext {
  readonly wire: CaseClient;
  readonly collection: Collection;
  readonly baseUrl: string;
  /** Path of the thing that was written to; it tells nothing about what becomes of it. */
  readonly self?: string;
}

/** How long it is asked whether something is done, in milliseconds. */
const maxPollMs = 10_000;
/** Longest wait between two questions. */
const maxPollIntervalMs = 2_000;

const notCompleted: Completion = { isDone: false };

/**
 * Asks the status monitor of an accepted request until it says that it is done (RFC 9110 §15.3.3): by leading to the thing,
 * by showing it, or in a word. Nothing is followed that has no monitor.
 */
export async function awaitCompletion(
  following: CompletionContext,
  accepted: Exchange,
  as?: Caller,
): Promise<Completion> {
  const path = findMonitorPath(following, accepted);
  if (path === undefined) return notCompleted;
  const ends = clock.now() + maxPollMs;
  let wait = readRetryAfterMs(accepted) ?? 25;
  for (;;) {
    await pause(Math.min(wait, maxPollIntervalMs));
    const seen = await following.wire.send({ method: 'GET', path, role: 'control', ...(as && { as }) });
    const told = interpretMonitor(following, seen, path);
    if (told !== 'pending' && (await isItemPresent(following, told, as))) return told;
    if (clock.now() > ends) return notCompleted;
    wait = readRetryAfterMs(seen) ?? wait * 2;
  }
}

const monitorHeaderNames = ['location', 'operation-location', 'azure-asyncoperation', 'content-location'];

/** Where it is told how far something is: in a header field, or in a member that says so. */
function findMonitorPath({ collection, baseUrl, self }: CompletionContext, { answer }: Exchange): string | undefined {
  const named = monitorHeaderNames.map((name) => getHeader(answer, name)).find((link) => link !== undefined);
  const linked = /<([^>]*)>\s*;[^,]*\brel="?(?:monitor|status)"?/i.exec(getHeader(answer, 'link') ?? '')?.[1];
  const link = named ?? linked ?? findMonitorMember(answer?.json);
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
  // It may be shown where it will be, as soon as it is there; what it says of its state is about itself.
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

/** How far a monitor says that it is; what it says in words of its own is under way. Undefined where it says nothing. */
function readJobState(json: Json | undefined): 'under way' | 'failed' | 'finished' | undefined {
  if (!isObject(json)) return undefined;
  const isDone = json.done ?? json.isDone ?? json.completed;
  if (typeof isDone === 'boolean') return isDone ? 'finished' : 'under way';
  const state = json.status ?? json.state ?? json.phase;
  if (typeof state !== 'string') return undefined;
  if (failedStatePattern.test(state)) return 'failed';
  return finishedStatePattern.test(state) ? 'finished' : 'under way';
}

/** Where something is said to be, it must be: some name the place before anything stands there. */
async function isItemPresent(
  { wire, collection }: CompletionContext,
  { address }: Completion,
  as?: Caller,
): Promise<boolean> {
  if (address === undefined || collection.read === undefined) return true;
  return !hasStatus(
    await wire.send({ method: 'GET', path: address.path, role: 'control', ...(as && { as }) }),
    404,
    410,
  );
}

/** The item that a monitor leads to: by Location, by a link in its content, or shown in it. */
function findResultAddress(
  { collection, baseUrl }: CompletionContext,
  { answer }: Exchange,
  path: string,
): ItemAddress | undefined {
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

/** Texts at most three levels down. */
function listTexts(json: Json | undefined, depth = 3): string[] {
  if (typeof json === 'string') return [json];
  if (depth === 0 || json === null || typeof json !== 'object') return [];
  return Object.values(json).flatMap((value) => listTexts(value, depth - 1));
}
