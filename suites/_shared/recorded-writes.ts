import { compare, defineMonitor, http, type Json, type JsonObject, type Traffic, type TrafficExchange } from '#rule';
import { getMember } from './members.js';

/** A recorded write that returned success, and GET before and after it, with nothing else in between. */
export interface RecordedWrite {
  readonly sent: JsonObject;
  readonly before: TrafficExchange;
  readonly write: TrafficExchange;
  readonly after: TrafficExchange;
  /** What the client sent when it created the item; undefined where that was not recorded. */
  readonly created: Json | undefined;
}

/** Judges each GET after a write with this method; `isLate` says that the write must have had the time to become visible. */
export const monitorWrites = (
  method: string,
  expected: string,
  findFlaw: (write: RecordedWrite) => string | undefined,
) =>
  defineMonitor({
    expected,
    on: (exchange, traffic) => {
      const seen = findWrite(exchange, traffic);
      if (seen === undefined || !method.split(' ').includes(seen.write.method)) return undefined;
      const flaw = findFlaw(seen);
      return flaw === undefined ? 'kept' : { flaw, shows: [seen.before, seen.write, exchange] };
    },
  });

function findWrite(after: TrafficExchange, traffic: Traffic): RecordedWrite | undefined {
  const { before, write, creation } = traffic.getTrack(after.path);
  if (after.method !== 'GET' || !http.hasStatus(after, 200) || !after.hasText || http.isCached(after)) return undefined;
  if (!before || !write?.hasContent || !http.hasStatus(write, 200, 204)) return undefined;
  const sent = http.readContent(write);
  const isRead = compare.isObject(before.answer?.json) && compare.isObject(after.answer?.json);
  if (!compare.isObject(sent) || !isRead || !traffic.isSettled(write, after, after.path)) return undefined;
  return { sent, before, write, after, created: creation && http.readContent(creation) };
}

export const readSides = ({ before, after }: RecordedWrite, name: string) =>
  [before, after].map(({ answer }) => getMember(answer?.json, name));

/** Members that a write did not store: all that it should change kept their values, or one has a third value. */
export function findUnstored(seen: RecordedWrite): string | undefined {
  const names = Object.keys(seen.sent).filter(
    (name) => !/status|state|stage|phase/i.test(name) && seen.sent[name] !== null,
  );
  const changes = names.filter((name) => isOtherValue(readSides(seen, name)[0], seen.sent[name]));
  const kept = changes.filter((name) => compare.isEquivalent(...(readSides(seen, name) as [Json, Json])));
  const [altered] = changes.filter(
    (name) => !kept.includes(name) && isOtherValue(readSides(seen, name)[1], seen.sent[name]),
  );
  if (altered !== undefined) return `${altered} has neither the sent value nor the one before`;
  return changes.length > 0 && kept.length === changes.length
    ? `${kept.join(', ')} kept the value from before`
    : undefined;
}

/** Shortest text that is hardly a default. */
const minFreeLength = 3;

/** Texts of the item before a write that neither a default explains, nor that they identify it. */
const listTexts = ({ before }: RecordedWrite): string[] =>
  Object.entries(before.answer?.json ?? {}).flatMap(([name, value]) => {
    const isFree =
      typeof value === 'string' && value.length >= minFreeLength && !/(status|state|stage|phase|id)$/i.test(name);
    return isFree && !before.path.includes(encodeURIComponent(value)) ? [name] : [];
  });

/** A text that the client sent when it created the item, that it omits now, and that stays. */
export const findKeptMember = (seen: RecordedWrite): string | undefined =>
  listKept(seen, (name) => getMember(seen.created, name) !== undefined && !Object.hasOwn(seen.sent, name));

/** A text for which a merge patch has null, and that stays. */
export const findUnremoved = (seen: RecordedWrite): string | undefined =>
  http.parseMediaType(seen.write.fields['content-type']).isMergePatch
    ? listKept(seen, (name) => seen.sent[name] === null)
    : undefined;

function listKept(seen: RecordedWrite, isMeant: (name: string) => boolean): string | undefined {
  const kept = listTexts(seen).filter(
    (name) => isMeant(name) && compare.isEquivalent(...(readSides(seen, name) as [Json, Json])),
  );
  return kept.length === 0 ? undefined : `${kept.join(', ')} kept the value from before`;
}

/** Whether a member shows another simple value than the sent one, beyond spelling and rounding; not where it is absent. */
function isOtherValue(shown: Json | undefined, sent: Json | undefined): boolean {
  if (typeof shown !== typeof sent || typeof sent === 'object') return false;
  if (typeof shown === 'number' && typeof sent === 'number') return Math.abs(shown - sent) >= 1;
  if (typeof shown === 'string' && typeof sent === 'string')
    return fold(shown) !== fold(sent) && !/\d{4}-\d\d|:/.test(sent);
  return shown !== sent;
}

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
