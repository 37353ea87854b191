import { isEquivalent } from '../../../model/difference.js';
import type { Exchange } from '../../../model/exchange.js';
import { getMember, isObject, type Json } from '../../../model/json.js';
import type { Effect } from '../../../model/observed-exchange.js';

/**
 * Statuses from 400 to 499 after which a service may have stored something: a payment that failed is kept (402), a request that
 * timed out may be under way (408), and one that was too early may be replayed (425). A write that lacked a condition (428)
 * is sent again with it, and has a rule of its own.
 */
const openStatuses = new Set([402, 408, 425, 428]);

/** Whether the service said that it did not carry out a write. */
export function isRefusedWrite({ method, answer }: Exchange): boolean {
  const status = answer?.status ?? 0;
  return /^(POST|PUT|PATCH|DELETE)$/.test(method) && status >= 400 && status <= 499 && !openStatuses.has(status);
}

const markPattern = /assay-[0-9a-f]{8}-[a-z0-9]+/g;

/** The markers of a run in a text. */
export const findMarkers = (text: string | undefined): string[] => [...new Set(text?.match(markPattern) ?? [])];

/** The content of a request as an object; undefined for other content. */
export function readObject(content: string | undefined): Readonly<Record<string, Json>> | undefined {
  if (content === undefined) return undefined;
  if (content !== latest.content) latest = { content, json: parseObject(content) };
  return latest.json;
}

/** Several logs read the content of the same request. */
let latest: { readonly content: string; readonly json: Readonly<Record<string, Json>> | undefined } = {
  content: '',
  json: undefined,
};

function parseObject(content: string): Readonly<Record<string, Json>> | undefined {
  try {
    const json: unknown = JSON.parse(content);
    return isObject(json as Json) ? (json as Record<string, Json>) : undefined;
  } catch {
    return undefined;
  }
}

/** Words by which an item says itself that it records a failure. */
const failureWords = /fail|error|reject|declin|invalid|refus|denied|cancel|abort|incomplete|draft|quarantin/i;

/**
 * Whether a list entry is the item that a refused creation described: it shows the marker where it was sent. An entry that
 * says in a member of its own that it failed is the record of an attempt, which a service may keep.
 */
export function isCreatedBy(entry: Json, content: string | undefined, mark: string): boolean {
  const sent = readObject(content);
  if (sent === undefined || !isObject(entry)) return false;
  const isMarked = Object.entries(sent).some(
    ([name, value]) =>
      typeof value === 'string' && value.includes(mark) && String(getMember(entry, name)).includes(mark),
  );
  const isRecord = Object.entries(entry).some(
    ([name, value]) => !Object.hasOwn(sent, name) && typeof value === 'string' && failureWords.test(value),
  );
  return isMarked && !isRecord;
}

/**
 * The members that clients wrote and that a refused request changed. A value that was sent before for the same item is no
 * proof: it may only have become visible now.
 */
export function findChangedMembers(
  names: Iterable<string>,
  before: Json,
  after: Json,
  earlier: readonly Json[],
): Effect | undefined {
  if (!isObject(before) || !isObject(after)) return undefined;
  const changed = [...new Set(names)].filter((name) => {
    const [was, is] = [getMember(before, name), getMember(after, name)];
    if (was === undefined || is === undefined || isEquivalent(was, is)) return false;
    return !earlier.some((one) => isObject(one) && isEquivalent(getMember(one, name), is));
  });
  if (changed.length === 0) return undefined;
  const pick = (from: typeof before) =>
    Object.fromEntries(changed.map((name) => [name, getMember(from, name) ?? null]));
  return { kind: 'changed', before: pick(before), after: pick(after) };
}
