import {
  type Collection,
  compare,
  type Exchange,
  type Finding,
  held,
  http,
  type Item,
  inconclusive,
  type Json,
  type JudgingTools,
  needs,
  type Tools,
  violated,
} from '#rule';
import { listLegalStates } from './perform-action.js';

export const readableRecord = needs.defineNeed('action', {
  role: 'read record',
  name: 'readable record',
  reason: 'no GET on the action',
  enable: 'resources[].actions[].readable',
  isMet: ({ action: { get } }) => Boolean(get),
});

/** GET of the record of the action under test: at its Location below the item, else at the path of the action. */
export async function readRecord(tools: Tools, item: Item, performed: Exchange): Promise<Exchange> {
  const own = tools.actions.buildPath(tools.subject.action(), item);
  const told = parseRecordPath(http.getHeader(performed.answer, 'location'), own, item);
  const paths = told === undefined || told === own ? [own] : [told, own];
  const first = await readFirst(tools, paths);
  if (http.hasStatus(first, 200) || tools.collection.consistency.itemMs === 0) return first;
  // Waits for the end of the window in which reads may lag behind.
  await item.getUntil(() => false);
  return readFirst(tools, paths);
}

/** GET at each path until one returns 200; otherwise the last response. */
async function readFirst({ client }: Tools, [path = '', ...others]: readonly string[]): Promise<Exchange> {
  const read = await client.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
  return http.hasStatus(read, 200) || others.length === 0 ? read : readFirst({ client } as Tools, others);
}

/** The path of a Location below the item; the part before the path of the item belongs to the base URL. */
function parseRecordPath(location: string | undefined, own: string, { path }: Item): string | undefined {
  const base = `http://service.invalid${own}`;
  if (location === undefined || !URL.canParse(location, base)) return undefined;
  const { pathname, search } = new URL(location, base);
  const start = pathname.indexOf(`${path}/`);
  return start < 0 ? undefined : pathname.slice(start) + search;
}

/** The id in a record, as text; not that of the item, which a response may show instead. */
export function readRecordId({ answer }: Exchange, item: Item, { id: { pointer } }: Pick<Collection, 'id'>) {
  const id = compare.getAtPointer(answer?.json, pointer) ?? compare.getAtPointer(answer?.json, '/id');
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  return text === item.id ? undefined : text;
}

/** Whether two responses have the same member names: where they differ, one may not be the record. */
export function hasSameMembers(one: Exchange, other: Exchange): boolean {
  const [names, others] = [one, other].map(({ answer }) => joinMemberNames(answer?.json));
  return names !== undefined && names === others;
}

const joinMemberNames = (json: Json | undefined): string | undefined =>
  compare.isObject(json) ? Object.keys(json).sort().join('\n') : undefined;

/** A declared member of a record: its meaning, its pointer, and the text that was sent for it. */
export interface RecordMember {
  readonly what: string;
  readonly pointer: string;
  readonly sent: string | undefined;
  /** Whether a client may send it; then it may be absent where none was sent. */
  readonly isOptional: boolean;
}

/** The declared members of the record of an action, which was requested with `content`, and not with `others`. */
export function listRecordMembers(
  { fields = {} }: ReturnType<Tools['subject']['action']>,
  content: Json,
  others: readonly Json[],
): RecordMember[] {
  return Object.entries(fields).map(([what, pointer]) => {
    const name = compare.parsePointer(pointer).at(-1) ?? what;
    const sent = getText(content, name);
    const isSendable = [content, ...others].some((body) => compare.isObject(body) && Object.hasOwn(body, name));
    return { what, pointer, sent, isOptional: isSendable && sent === undefined };
  });
}

export const findMissing = (record: Json | undefined, details: readonly RecordMember[]): RecordMember[] =>
  details.filter(({ pointer, isOptional }) => !isOptional && isBlank(compare.getAtPointer(record, pointer)));

/** Members that the record shows with other letters and digits than the ones sent; case and form are free. */
export const findAltered = (record: Json | undefined, details: readonly RecordMember[]): RecordMember[] =>
  details.filter(({ what, pointer, sent }) => {
    const shown = compare.getAtPointer(record, pointer);
    if (what === 'date' || sent === undefined || /[&<>"'`%\\]/.test(sent) || typeof shown !== 'string') return false;
    return foldAsciiText(sent) !== foldAsciiText(shown);
  });

const foldAsciiText = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

const isBlank = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A text without letters and digits may be treated as empty. */
function getText(content: Json, name: string): string | undefined {
  const text = compare.getAtPointer(content, compare.buildPointer([name]));
  return typeof text === 'string' && foldAsciiText(text) !== '' ? text : undefined;
}

/** The profile says what a repeated action does, or the state after the action does not allow it again. */
export const notRepeatable = needs.defineNeed('action', {
  name: 'action that cannot be repeated',
  reason: 'the profile does not say that the action cannot be repeated',
  enable: 'resources[].actions[].repeat',
  isMet: ({ collection, action }) => {
    if (action.repeat !== undefined) return true;
    const legal = listLegalStates(collection, action);
    const nexts = legal.flatMap((state) => collection.states?.transitions[state]?.[action.name] ?? []);
    return nexts.length > 0 && nexts.every((next) => !legal.includes(next));
  },
});

export interface RepeatedAction {
  readonly item: Item;
  readonly first: Exchange;
  readonly repeats: readonly Exchange[];
  readonly before: Exchange | undefined;
  readonly after: Exchange | undefined;
  readonly action: ReturnType<Tools['subject']['action']>;
}

/** Violated when a repetition created another record, or replaced the first one. */
export function judgeRepeatedAction(
  { item, first, repeats, before, after, action }: RepeatedAction,
  { collection }: Pick<JudgingTools, 'collection'>,
): Finding {
  const ids = [first, ...repeats].map((exchange) =>
    http.hasStatus(exchange, 2) ? readRecordId(exchange, item, collection) : undefined,
  );
  const index = repeats.findIndex((exchange, i) => {
    const [id, other] = [ids[0], ids[i + 1]];
    return id !== undefined && other !== undefined && id !== other && hasSameMembers(first, exchange);
  });
  const second = repeats[index];
  if (second)
    return violated({
      expected: { record: ids[0] ?? null },
      actual: { status: second.answer?.status ?? null, record: ids[index + 1] ?? null },
      shows: [first, second],
    });
  if (!before || !after || !http.hasStatus(before, 200)) {
    const isTold = repeats.every(
      (exchange, i) => http.hasStatus(exchange, 4) || (ids[0] !== undefined && ids[i + 1] === ids[0]),
    );
    return isTold ? held : inconclusive('setup', 'neither the responses nor a GET show which record exists');
  }
  if (!http.hasStatus(after, 200))
    return inconclusive('setup', `GET of the record returned ${after.answer?.status} at the end`);
  const watched = [collection.id.pointer, '/id', ...Object.values(action.fields ?? {})];
  const side = (look: Exchange) =>
    Object.fromEntries(watched.map((place) => [place, compare.getAtPointer(look.answer?.json, place) ?? null]));
  const [expected, actual]: Json[] = [side(before), side(after)];
  if (compare.isEquivalent(expected, actual)) return held;
  return violated({
    expected: expected ?? null,
    actual: actual ?? null,
    shows: [first, before, ...repeats.slice(0, 1), after],
  });
}
