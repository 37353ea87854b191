import { describe, expect, test } from 'vitest';
import { createExchangeDouble, createItemDouble } from '../item.fixture.js';
import { readBack } from './read-back.js';

describe('a created item is read back', () => {
  test('when it can be read', async () => {
    const seen = createExchangeDouble('GET', 200, { id: 't1' });
    expect(await readBack(createItemDouble(createExchangeDouble('POST', 201), seen))).toBe(seen);
  });

  test.each([
    [201, 404, 'the created item could not be read: GET returned 404'],
    [202, 200, 'the creation was answered with 202, so the item need not exist yet'],
  ])('otherwise the case ends: POST %i, GET %i', async (post, get, why) => {
    const read = readBack(createItemDouble(createExchangeDouble('POST', post), createExchangeDouble('GET', get)));
    await expect(read).rejects.toMatchObject({ name: 'InconclusiveError', reason: 'setup', why });
  });
});
