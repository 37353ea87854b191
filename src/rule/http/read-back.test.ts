import { describe, expect, test } from 'vitest';
import { exchangeOf, itemOf } from '../item.fixture.js';
import { readBack } from './read-back.js';

describe('what was made is read back', () => {
  test('where it can be read', async () => {
    const seen = exchangeOf('GET', 200, { id: 't1' });
    expect(await readBack(itemOf(exchangeOf('POST', 201), seen))).toBe(seen);
  });

  test.each([
    [201, 404, 'what was made could not be read: GET was answered 404'],
    [202, 200, 'creation was answered 202, so nothing need be there yet'],
  ])('or the case ends: POST %i, GET %i', async (post, get, why) => {
    const read = readBack(itemOf(exchangeOf('POST', post), exchangeOf('GET', get)));
    await expect(read).rejects.toMatchObject({ name: 'Doubt', reason: 'setup', why });
  });
});
