import { expect, test } from 'vitest';
import type { LedgerScope } from '../../ledger/entry.js';
import { openLedger } from '../../ledger/open-ledger.js';
import { recordAllScopes } from './record-all-scopes.js';

const openRecordingLedger = () =>
  recordAllScopes(openLedger(undefined, { runMark: 'mark', baseUrl: 'http://test', collections: [] }));

/** Opens so many scopes without items that scopes without items are dropped. */
function openEmptyScopes(open: () => LedgerScope): void {
  for (let i = 0; i < 200; i += 1) open();
}

test('a late response adds its item to a scope that was dropped', () => {
  const ledger = openRecordingLedger();
  const scope = ledger.openScope();
  const entry = scope.intend('things', 'mark-1');
  scope.recordRefused(entry);
  openEmptyScopes(ledger.openScope);
  scope.recordCreated(entry, '/things/1');
  openEmptyScopes(ledger.openScope);
  expect(scope.listEntries()).toEqual([entry]);
  expect(ledger.listKeptScopes().flatMap((kept) => kept.listEntries())).toEqual([entry]);
});

test('scopes without items are dropped, and the others keep their order', () => {
  const ledger = openRecordingLedger();
  const entries = Array.from({ length: 3 }, (_, n) => {
    const scope = ledger.openScope();
    openEmptyScopes(ledger.openScope);
    return scope.intend('things', `mark-${n}`);
  });
  openEmptyScopes(ledger.openScope);
  const kept = ledger.listKeptScopes();
  expect(kept.flatMap((scope) => scope.listEntries())).toEqual(entries);
  expect(kept.length).toBeLessThan(150);
});
