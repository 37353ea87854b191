import { expect, test } from 'vitest';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { ComparedList, CompareListsOptions, SentWrite } from './compare-lists.js';
import type { Loss } from './find-losses.js';
import { buildHarm, type Suspects, selectHarmed } from './judge-losses.js';

const write = { n: 7, method: 'PUT', path: '/things/1', collection: 'things' } as SentWrite;
const loss: Loss = { is: 'missing', key: '2', path: '/things/2', before: { id: '2' }, members: [], isOurs: false };
const options = {
  getAccepted: () => undefined,
  document: undefined,
  file: undefined,
} as unknown as CompareListsOptions & {
  readonly file: undefined;
};

test.each<[string, Suspects, string]>([
  ['the write before it', { after: write, all: [write] }, 'PUT /things/1 (exchange 7)'],
  ['a safe request, where none was sent', { after: undefined, all: [] }, 'a request that should change nothing'],
  [
    'a safe request or the last write, which may have shown late',
    { after: undefined, all: [], before: write },
    'a request that should change nothing, or late since PUT /things/1 (exchange 7)',
  ],
])('harm is said to be done by %s', (_, suspects, after) => {
  expect(buildHarm(createBareCollection('things'), loss, suspects, options)).toMatchObject({ is: 'gone', after });
});

test.each([
  ['half of what others had is blamed on the run where they were not seen to remove anything', {}, 3],
  ['it is not where entries went while nothing was written', { isRemoving: true }, 0],
  ['it is not where more of their items went while nothing was written', { isLosing: true }, 0],
])('where others write, too, %s', (_, seen, count) => {
  const entries = new Map(['1', '2', '3', '4', '5', '6'].map((key) => [key, {}]));
  const list = { isRemoving: false, isLosing: false, open: entries, kept: entries, ...seen };
  const losses = ['1', '2', '3'].map((key) => ({ ...loss, key }));
  expect(selectHarmed({ list, losses } as unknown as ComparedList, true)).toHaveLength(count);
});
