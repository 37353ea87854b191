import { isEquivalent } from '../../../model/difference.js';
import { buildPointer, isObject, type Json } from '../../../model/json.js';
import type { Collection } from '../../../model/service/subject.js';

/** The sent and returned values of one member. */
interface MemberHistory {
  kept: number;
  differed: number;
  readonly sent: Set<string>;
  readonly shown: Set<string>;
  readonly isNumber: boolean;
}

/** Creates a comparison. One difference may be a coincidence or a corrected value, so results need at least two. */
export function createMemberComparison() {
  const fates = new Map<string, MemberHistory>();
  return {
    record(sent: Json, shown: Json | undefined): void {
      if (!isObject(sent) || !isObject(shown)) return;
      for (const [name, value] of Object.entries(sent)) {
        if (!Object.hasOwn(shown, name)) continue;
        const outcome = fates.get(name) ?? createMemberHistory(value);
        fates.set(name, outcome);
        outcome[isTakenOver(value, shown[name]) ? 'kept' : 'differed'] += 1;
        outcome.sent.add(JSON.stringify(value));
        outcome.shown.add(JSON.stringify(shown[name]));
      }
    },
    /**
     * Whether more bodies are needed: a member was returned both changed and unchanged, or a number was always sent with
     * the same value.
     */
    isOpen: () =>
      [...fates.values()].some(
        ({ kept, differed, sent, isNumber }) => kept > 0 && (differed > 0 || (isNumber && sent.size === 1)),
      ),
    /**
     * Pointers of the members that the service mostly returns with another value, or always with the same value whatever
     * was sent. The service computes these; equal values may be a coincidence.
     */
    listComputed: () => [...fates].filter(([, outcome]) => isComputed(outcome)).map(([name]) => buildPointer([name])),
  };
}

const createMemberHistory = (value: Json): MemberHistory => ({
  kept: 0,
  differed: 0,
  isNumber: typeof value === 'number',
  sent: new Set(),
  shown: new Set(),
});

const isComputed = ({ kept, differed, shown }: MemberHistory): boolean =>
  (differed > 1 && differed > kept) || (differed > 0 && shown.size === 1 && kept + differed > 2);

/**
 * Forms carry only texts, and many services return decimals as texts, so a number returned as its text counts as
 * unchanged.
 */
const isTakenOver = (sent: Json, shown: Json | undefined): boolean =>
  isEquivalent(sent, shown) || (typeof sent !== 'object' && typeof shown === 'string' && String(sent) === shown);

/** Returns the collection without these members in its request bodies. */
export function excludeMembers(collection: Collection, pointers: readonly string[]): Collection {
  const { marker, serverAssigned = [], ...rest } = collection;
  const isSent = marker !== undefined && !pointers.includes(marker);
  return { ...rest, serverAssigned: [...serverAssigned, ...pointers], ...(isSent && { marker }) };
}
