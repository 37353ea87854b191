import { readJson } from '../../../model/json.js';
import type { RecordedExchange } from '../../../model/result/report.js';
import { cut } from '../../text/fit-width.js';

/** What a response shows of an item, compared with the last time it was shown in this finding. */
export interface ObservedExchange {
  readonly exchange: RecordedExchange;
  /** Members that changed: `/views: 0 → 1`. */
  readonly changes: readonly string[];
  /** Whether the item was shown before, so that no change is information. */
  readonly wasSeen: boolean;
}

type Members = Readonly<Record<string, string>>;

const maxChanges = 6;
const maxValueWidth = 60;

/** Returns the exchanges in order, each with the changes of the item since it was last shown. */
export function observeChanges(exchanges: readonly RecordedExchange[]): ObservedExchange[] {
  const last = new Map<string, Members>();
  return exchanges.map((exchange) => {
    const place = findItemUrl(exchange);
    const now = readMembers(exchange);
    const before = place === undefined ? undefined : last.get(place);
    if (place === undefined || now === undefined) return { exchange, changes: [], wasSeen: false };
    last.set(place, now);
    return { exchange, changes: before ? listChanges(before, now) : [], wasSeen: before !== undefined };
  });
}

/** Returns the URL of the item that a response shows: the requested one, or the created one. */
function findItemUrl({ request, answer }: RecordedExchange): string | undefined {
  if (!answer || answer.status >= 300) return undefined;
  if (request.method !== 'POST') return toPath(request.url);
  const location = [answer.headers.location ?? []].flat()[0];
  return location === undefined ? undefined : toPath(location, request.url);
}

function toPath(url: string, base?: string): string | undefined {
  if (!URL.canParse(url, base)) return undefined;
  const { pathname, search } = new URL(url, base);
  return pathname + search;
}

function readMembers({ answer }: RecordedExchange): Members | undefined {
  if (!answer?.content || answer.cutFrom !== undefined) return undefined;
  const value = readJson(answer.content);
  return typeof value === 'object' && value !== null ? flattenMembers(value, '') : undefined;
}

const flattenMembers = (value: object, under: string): Members =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const at = `${under}/${name}`;
      return typeof member === 'object' && member !== null && Object.keys(member).length > 0
        ? Object.entries(flattenMembers(member, at))
        : [[at, JSON.stringify(member)]];
    }),
  );

function listChanges(before: Members, now: Members): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const changed = names.filter((name) => before[name] !== now[name]);
  const lines = changed
    .slice(0, maxChanges)
    .map((name) => `${name}: ${renderValue(before[name])} → ${renderValue(now[name])}`);
  return changed.length > maxChanges ? [...lines, `and ${changed.length - maxChanges} more`] : lines;
}

const renderValue = (value: string | undefined): string => (value === undefined ? 'absent' : cut(value, maxValueWidth));
