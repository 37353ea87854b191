import { isEquivalent } from '../../../model/difference.js';
import { buildPointer, isObject, type Json } from '../../../model/json.js';
import type { Collection } from '../../../model/service/subject.js';

/** Watches which members of what is sent are ever shown as they were sent. */
export interface MemberComparison {
  record(sent: Json, shown: Json | undefined): void;
  /**
   * Pointers of the members that were mostly shown otherwise than they were sent, or always alike, whatever was sent: the
   * service has a word of its own for them, which may agree by chance.
   */
  listComputed(): string[];
  /** Whether some member was shown both ways, or some number was always sent alike, so that more must be seen. */
  isOpen(): boolean;
}

/** What became of one member. */
interface MemberHistory {
  kept: number;
  differed: number;
  readonly sent: Set<string>;
  readonly shown: Set<string>;
  readonly isNumber: boolean;
}

/** Begins to compare. Once is chance, or a value that was put right; so nothing is said before the second time. */
export function createMemberComparison(): MemberComparison {
  const fates = new Map<string, MemberHistory>();
  return {
    record(sent, shown) {
      if (!isObject(sent) || !isObject(shown)) return;
      for (const [name, value] of Object.entries(sent)) {
        if (!Object.hasOwn(shown, name)) continue;
        const fate = fates.get(name) ?? createMemberHistory(value);
        fates.set(name, fate);
        fate[isTakenOver(value, shown[name]) ? 'kept' : 'differed'] += 1;
        fate.sent.add(JSON.stringify(value));
        fate.shown.add(JSON.stringify(shown[name]));
      }
    },
    isOpen: () =>
      [...fates.values()].some(
        ({ kept, differed, sent, isNumber }) => kept > 0 && (differed > 0 || (isNumber && sent.size === 1)),
      ),
    listComputed: () => [...fates].filter(([, fate]) => isComputed(fate)).map(([name]) => buildPointer([name])),
  };
}

const createMemberHistory = (value: Json): MemberHistory => ({
  ...{ kept: 0, differed: 0, isNumber: typeof value === 'number' },
  sent: new Set(),
  shown: new Set(),
});

const isComputed = ({ kept, differed, shown }: MemberHistory): boolean =>
  (differed > 1 && differed > kept) || (differed > 0 && shown.size === 1 && kept + differed > 2);

/** Forms carry texts only, and decimals are shown as texts by many: a number that comes back as its text was taken over. */
const isTakenOver = (sent: Json, shown: Json | undefined): boolean =>
  isEquivalent(sent, shown) || (typeof sent !== 'object' && typeof shown === 'string' && String(sent) === shown);

/** A collection to which these members are never sent. */
export function excludeMembers(collection: Collection, pointers: readonly string[]): Collection {
  const { marker, serverAssigned = [], ...rest } = collection;
  const isSent = marker !== undefined && !pointers.includes(marker);
  return { ...rest, serverAssigned: [...serverAssigned, ...pointers], ...(isSent && { marker }) };
}
