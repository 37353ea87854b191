import { issueWriteRecord } from '../http/method-guard.js';
import { isObject, type Json, omitUndefined } from '../model/json.js';
import type { BodyDigests, HeldResource, LedgerLine } from './lines.js';
import { digestMembers, digestValue, hasSameDigests } from './markers.js';

/** A single resource that the run changes and restores. */
export interface Hold extends HeldResource {
  /** Its number in the ledger. */
  readonly n: number;
  /** Digests of the contents that belong to this run: what was written, and what GET showed after a write. */
  readonly own: Set<string>;
  /** Digests of the members of the last write: the service may have added others. */
  parts?: BodyDigests | undefined;
  /** Whether it was written to since it was last restored. */
  isChanged: boolean;
  /** Whether no response has shown the effect of the last write. */
  isUnread: boolean;
}

export type HoldLedger = ReturnType<typeof createHoldLedger>;

export function selectWritten(content: Json, members: readonly string[] | undefined): Json {
  if (members === undefined || !isObject(content)) return content;
  return Object.fromEntries(Object.entries(content).filter(([name]) => members.includes(name)));
}

/** The number of a resource in the ledger is the salt. */
const digestContent = ({ n, members }: Hold, content: Json | undefined): string =>
  content === undefined ? 'absent' : digestValue(selectWritten(content, members), String(n));

export function createHoldLedger(
  { now, soon, countLine }: { now(line: LedgerLine): void; soon(line: LedgerLine): void; countLine(): number },
  known: readonly Hold[] = [],
) {
  const holds = [...known];
  const begin = (hold: Hold, method: string) => {
    hold.isChanged = true;
    hold.isUnread = true;
    return { changes: method, n: hold.n };
  };
  return {
    /** Must be called before the first write: the original content is on disk when this returns. */
    hold(resource: HeldResource) {
      const { path, original, members, put, post, remove } = resource;
      const n = countLine();
      now({ holds: path, n, ...omitUndefined({ original, members, put, post, remove }) });
      const hold: Hold = { ...resource, n, own: new Set(), isChanged: false, isUnread: false };
      holds.push(hold);
      return hold;
    },
    /** Must be called before each write; returns the record that the client requires. */
    recordChange(hold: Hold, method: string, content: Json | undefined) {
      const own = digestContent(hold, content);
      const parts = isObject(content) ? digestMembers(content, String(hold.n)) : undefined;
      now({ ...begin(hold, method), own, ...(parts && { parts }) });
      hold.parts = parts;
      hold.own.add(own);
      return issueWriteRecord(hold.n);
    },
    /** Returns the record of a write that restores the original, which is sent even if the ledger cannot be written. */
    recordRestoring(hold: Hold, method: string) {
      soon(begin(hold, method));
      return issueWriteRecord(hold.n);
    },
    recordShown(hold: Hold, content: Json | undefined) {
      if (!hold.isChanged || !hold.isUnread) return;
      const own = digestContent(hold, content);
      hold.isUnread = false;
      hold.own.add(own);
      soon({ shows: own, n: hold.n });
    },
    /** Whether this run wrote a content, or saw it after a write. */
    isOwn: (hold: Hold, content: Json | undefined) =>
      hold.own.has(digestContent(hold, content)) ||
      (hold.isUnread && hold.parts !== undefined && hasSameDigests(content, hold.parts, String(hold.n))),
    recordRestored(hold: Hold) {
      if (!hold.isChanged) return;
      hold.isChanged = false;
      hold.isUnread = false;
      hold.own.clear();
      soon({ restored: hold.path, n: hold.n });
    },
    recordUnrestored: (hold: Hold, why: string) => soon({ unrestored: hold.path, n: hold.n, why }),
    /** The resources that may have another content than before the run. */
    listChanged: () => holds.filter(({ isChanged }) => isChanged),
  };
}

/** Collects the single resources of a ledger that is read. */
export function createHoldFold(): { add(line: LedgerLine): void; list(): Hold[] } {
  const all = new Map<number, Hold>();
  return {
    add(line) {
      if (!('n' in line)) return;
      if ('holds' in line) {
        const { holds: path, n, original, members, put, post, remove } = line;
        const resource = { path, original, members, put, post, remove };
        all.set(n, { ...resource, n, own: new Set(), isChanged: false, isUnread: false });
      }
      const hold = all.get(line.n);
      if (hold !== undefined) changeHold(hold, line);
    },
    list: () => [...all.values()].filter(({ isChanged }) => isChanged),
  };
}

function changeHold(hold: Hold, line: LedgerLine): void {
  if ('changes' in line) {
    Object.assign(hold, { isChanged: true, isUnread: true, parts: line.parts });
    if (line.own !== undefined) hold.own.add(line.own);
  } else if ('shows' in line) {
    hold.isUnread = false;
    hold.own.add(line.shows);
  } else if ('restored' in line) {
    Object.assign(hold, { isChanged: false, isUnread: false });
    hold.own.clear();
  }
}
