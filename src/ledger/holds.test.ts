import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json.js';
import { createHoldFold, createHoldLedger } from './holds.js';
import type { LedgerLine } from './lines.js';

const original = { theme: 'dark', size: 1 };

/** A ledger in memory: what a killed run leaves of it is read again. */
function openHolds(members: readonly string[] | undefined = ['theme', 'size']) {
  const lines: LedgerLine[] = [];
  const write = (line: LedgerLine) => void lines.push(JSON.parse(JSON.stringify(line)) as LedgerLine);
  const holds = createHoldLedger({ now: write, soon: write, countLine: () => 7 });
  const hold = holds.hold({ path: '/settings', original, members, put: 'application/json' });
  const readAgain = () => {
    const fold = createHoldFold();
    for (const line of lines) fold.add(line);
    const [left] = fold.list();
    const known = createHoldLedger({ now: write, soon: write, countLine: () => 8 }, fold.list());
    return { left, isOwn: (content: Json | undefined) => left !== undefined && known.isOwn(left, content) };
  };
  return { holds, hold, lines, readAgain };
}

describe('a ledger that is read again', () => {
  test('has nothing to restore before the first write, and after the content was restored', () => {
    const { holds, hold, readAgain } = openHolds();
    expect(readAgain().left).toBeUndefined();
    holds.recordChange(hold, 'PUT', { theme: 'light', size: 2 });
    expect(readAgain().left).toMatchObject({ path: '/settings', original, put: 'application/json' });
    holds.recordRestored(hold);
    expect(readAgain().left).toBeUndefined();
  });

  test('knows what the run wrote, and what it saw after a write', () => {
    const { holds, hold, readAgain } = openHolds();
    holds.recordChange(hold, 'PUT', { theme: 'light', size: 2 });
    expect(readAgain().isOwn({ size: 2, theme: 'light', at: 3 })).toBe(true);
    expect(readAgain().isOwn({ theme: 'light', size: 3 })).toBe(false);
    holds.recordShown(hold, { theme: 'light', size: 3 });
    expect(readAgain().isOwn({ theme: 'light', size: 3 })).toBe(true);
    expect(readAgain().isOwn(undefined)).toBe(false);
    holds.recordChange(hold, 'DELETE', undefined);
    expect(readAgain().isOwn(undefined)).toBe(true);
  });

  test('takes members that the service adds to the last write for its effect', () => {
    const { holds, hold, readAgain } = openHolds(undefined);
    holds.recordChange(hold, 'PUT', { theme: 'light' });
    expect(readAgain().isOwn({ theme: 'light', size: 0 })).toBe(true);
    holds.recordShown(hold, { theme: 'light', size: 0 });
    expect(readAgain().isOwn({ theme: 'light', size: 5 })).toBe(false);
  });

  test('has no content of the run but the original', () => {
    const { holds, hold, lines } = openHolds();
    holds.recordChange(hold, 'PUT', { theme: 'a generated text', size: 2 });
    expect(JSON.stringify(lines)).not.toContain('a generated text');
  });

  test('restores a resource that did not exist, and one whose content is null', () => {
    const lines: LedgerLine[] = [];
    const write = (line: LedgerLine) => void lines.push(JSON.parse(JSON.stringify(line)) as LedgerLine);
    let n = 0;
    const holds = createHoldLedger({ now: write, soon: write, countLine: () => ++n });
    for (const content of [undefined, null]) {
      const hold = holds.hold({ path: '/notice', original: content, remove: true });
      holds.recordChange(hold, 'POST', { text: 'a' });
    }
    const fold = createHoldFold();
    for (const line of lines) fold.add(line);
    expect(fold.list().map((hold) => hold.original)).toEqual([undefined, null]);
  });
});
