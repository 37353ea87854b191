import { describe, expect, test } from 'vitest';
import { simplestChoices, simplestCollection, simplestDesign, simplestService } from '../../design/simplest.js';
import { findFacts } from './find-facts.js';

const closed = { ...simplestDesign, service: { ...simplestService, root: 'missing', document: 'none' } } as const;
const hidden = {
  create: 'post-elsewhere',
  idPlace: 'location',
  createAnswer: 'location',
  paging: 'page',
  removal: 'none',
} as const;
const odd = {
  ...closed,
  collections: [{ ...simplestCollection, choices: { ...simplestChoices, ...hidden } }],
};

describe('facts that a crawler finds', () => {
  test('all, where the root links to the list and the document is at a usual address', async () => {
    const [found] = await findFacts(simplestDesign, 'url');
    expect(Object.entries(found ?? {}).filter(([, value]) => value === 'hidden')).toEqual([]);
    expect(found).toMatchObject({ list: 'findable', creation: 'findable', paging: 'absent', parents: 'absent' });
  });

  test('none, where the root is missing and there is no document', async () => {
    const [found] = await findFacts(closed, 'url');
    expect(Object.values(found ?? {})).not.toContain('findable');
  });

  test('more, where the address of the list is given', async () => {
    const [found] = await findFacts(closed, 'flag');
    expect(found).toMatchObject({
      list: 'findable',
      item: 'findable',
      id: 'findable',
      creation: 'findable',
      removal: 'findable',
    });
  });

  test('not what no answer shows', async () => {
    const [found] = await findFacts(odd, 'flag');
    expect(found).toMatchObject({
      list: 'findable',
      item: 'hidden',
      id: 'absent',
      creation: 'hidden',
      removal: 'absent',
    });
    const [documented] = await findFacts(odd, 'document');
    expect(documented).toMatchObject({
      list: 'findable',
      item: 'findable',
      id: 'absent',
      creation: 'findable',
      paging: 'findable',
    });
  });
});
