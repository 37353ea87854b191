import type { CollectionFacts, PagingFacts } from '../../facts/facts.js';
import { Refusal, type Visit, type Window } from '../state/world.js';

const readNumber = (text: string | null | undefined, least: number): number | undefined => {
  if (text === null || text === undefined) return undefined;
  if (!/^-?\d{1,12}$/.test(text) || Number(text) < least) throw new Refusal('malformed');
  return Number(text);
};

/** The size of a page. */
export function limitSize({ facts }: Visit, asked: number | undefined): number {
  const { defaultSize = 10, maximumSize } = facts?.paging ?? {};
  if (asked === undefined) return defaultSize;
  if (maximumSize === undefined || asked <= maximumSize) return asked;
  if (facts?.design.choices.overMaximum === 'refused') throw new Refusal('malformed');
  return facts?.design.choices.overMaximum === 'clamped' ? maximumSize : defaultSize;
}

const writeCursor = (key: string, size: number) => Buffer.from(JSON.stringify([key, size])).toString('base64url');

function readCursor(text: string): readonly [key: string, size: number] {
  try {
    const [key, size]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (typeof key === 'string' && typeof size === 'number') return [key, size];
  } catch {}
  throw new Refusal('malformed');
}

/** A page of a list, and where it is. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly window: Window;
  /** The value of the parameter of the next page; undefined: this is the last one. */
  readonly next: string | undefined;
}

/** The page that a request asks for, of all entries; `readKey` gives what they are ordered by. */
export function selectPage<T>(
  visit: Visit,
  paging: PagingFacts,
  all: readonly T[],
  readKey: (one: T) => string,
): Page<T> {
  const { query, headers } = visit.request;
  const { name } = paging.position;
  const text = paging.position.in === 'header' ? headers[name.toLowerCase()] : (query.get(name) ?? undefined);
  const asked = readNumber(query.get(paging.sizeParameter), 1);
  const isCounted = paging.firstPosition !== undefined;
  const cursor = isCounted || text === undefined || text === '' ? undefined : readCursor(text);
  const size = visit.world.behaviour.limitSize(visit, asked ?? cursor?.[1]);
  const start = isCounted
    ? findStart(visit, paging, { text, size, total: all.length })
    : findAfter(all, readKey, cursor?.[0]);
  const window = { start, size };
  const entries = visit.world.behaviour.cut(visit, all, window);
  const last = all[start + size - 1];
  if (start + size >= all.length || last === undefined) return { entries, window, next: undefined };
  const next = isCounted ? countNext(paging, window) : writeCursor(readKey(last), size);
  return { entries, window, next };
}

/** The entries of a page. */
export const cut = <T>(_visit: Visit, entries: readonly T[], { start, size }: Window): readonly T[] =>
  entries.slice(start, start + size);

function findAfter<T>(all: readonly T[], readKey: (one: T) => string, key: string | undefined): number {
  if (key === undefined) return 0;
  const after = all.findIndex((one) => readKey(one) > key);
  return after < 0 ? all.length : after;
}

function findStart(
  { facts }: Visit,
  paging: PagingFacts,
  { text, size, total }: { text: string | undefined; size: number; total: number },
): number {
  const first = paging.firstPosition ?? 0;
  const position = readNumber(text, first) ?? first;
  const start = paging.style === 'page' ? (position - first) * size : position;
  if (start < total || start === 0) return start;
  const { pastEnd } = facts?.design.choices ?? {};
  if (pastEnd === 'missing') throw new Refusal('missing');
  return pastEnd === 'last-page' ? Math.floor((Math.max(total, 1) - 1) / size) * size : start;
}

function countNext({ style, firstPosition = 0 }: PagingFacts, { start, size }: Window): string {
  return String(style === 'page' ? Math.floor(start / size) + 1 + firstPosition : start + size);
}

/** The total that the list states. */
export function stateTotal({ design }: CollectionFacts, count: number): number | undefined {
  const { total } = design.choices;
  if (total === 'absent') return undefined;
  return total === 'exact' ? count : Math.ceil((count + 1) / 10) * 10;
}
