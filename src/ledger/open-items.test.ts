import { expect, test } from 'vitest';
import { openLedger } from './open-ledger.js';

test('the items of all scopes are open until they are removed or wait for the final cleanup', () => {
  const ledger = openLedger(undefined, { runMark: 'mark', baseUrl: 'http://test', collections: [] });
  const scopes = [ledger.openScope(), ledger.openScope()] as const;
  const [one, other, late] = [
    scopes[0].intend('things', 'mark-1'),
    scopes[1].intend('things', 'mark-2'),
    scopes[0].intend('things', 'mark-3'),
  ];
  scopes[0].recordRefused(late);
  scopes[1].postpone(other, 'its address never became known');
  expect(ledger.listOpen()).toEqual([one]);
  // A late response adds its item again.
  scopes[0].recordCreated(late, '/things/3');
  scopes[0].recordGone(one);
  expect(ledger.listOpen()).toEqual([late]);
});
