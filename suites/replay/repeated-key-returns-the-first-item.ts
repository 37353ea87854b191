import { defineRule, needs, values } from '#rule';
import { monitorRepeatedKeys } from '../_shared/recorded-keys.js';
import { createWithKey, repeatCreation } from './_shared/creations.js';
import { judgeRepetitions, type Repetition, readRepeatedName } from './_shared/repetition.js';

/** Legal are 200 in place of 201, 303, the current state in place of the first one, and no content. */
export default defineRule({
  clause: 'KEY-06',
  title: 'A POST repeated with its key returns the first item',
  otherwise: 'A POST repeated with its key did not return the first item',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.postable, needs.readable, needs.idempotencyKeyed],
  assumes: ['creation/identity-is-stable', 'replay/repeated-key-creates-one-item'],
  cases: 3,
  given: (bodies) => values.record({ body: bodies.body(), times: values.integer(1, 3) }),
  when: async ({ body, times }, { items, fresh, collection }) => {
    const first = await createWithKey(fresh.key(), body, items);
    const { key } = first;
    const repetitions: Repetition[] = [];
    // Where items stay, each repetition that does not name the first may have left one.
    const mayRepeat = () => collection.remove || repetitions.every(({ name }) => name === first.item.id);
    while (repetitions.length < times && mayRepeat()) {
      const again = (await repeatCreation(items, body, { key, like: first })).at(-1) ?? first;
      repetitions.push(await readRepeatedName(again, first, items));
    }
    return { first, repetitions };
  },
  then: ({ first, repetitions }) => judgeRepetitions(repetitions, first),
  monitor: monitorRepeatedKeys,
  silentIn: [
    'key-replays-200',
    'key-replays-current',
    'key-in-flight-409',
    'key-in-body',
    'created-location-only',
    'ids-integer',
  ],
});
