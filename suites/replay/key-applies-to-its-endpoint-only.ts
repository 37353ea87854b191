import { defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { createWithKey, readNamedItem } from './_shared/creations.js';
import { createReadyItem, keyedAction, prepareForAction } from './_shared/ready-action.js';

/** A control shows what the action returns on another item, under a key of its own. */
export default defineRule({
  clause: 'KEY-08',
  per: 'action',
  title: 'The key of a creation does not apply to an action',
  otherwise: 'An action with the key of a creation returned the created item',
  touches: 'writes',
  needs: [needs.postable, needs.readable, needs.performable, keyedAction],
  assumes: ['replay/repeated-key-creates-one-item'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), input: bodies.action() }),
  when: async ({ body, input }, tools) => {
    const { items, fresh, actions, subject } = tools;
    const twin = await createReadyItem(body, tools);
    const control = await actions.perform(twin, subject.action(), { body: input, key: fresh.key(), role: 'control' });
    const key = fresh.key();
    const first = await createWithKey(key, body, items);
    await prepareForAction(first.item, tools);
    const performed = await actions.perform(first.item, subject.action(), { body: input, key });
    const isItem = readNamedItem(performed, items) === first.item.id;
    return { control, first, performed, isItem, isItemUsually: readNamedItem(control, items) === twin.id };
  },
  then: ({ control, first, performed, isItem, isItemUsually }) => {
    const status = performed.answer?.status;
    if (!http.hasStatus(control, 200, 201, 204))
      return inconclusive('setup', `under a key of its own, the action returned ${control.answer?.status}`);
    if (isItemUsually) return inconclusive('no-usable-case', 'the action always returns the item itself');
    if (!http.hasStatus(performed, 2)) return heldWithNote(`under the key of a creation, an action returned ${status}`);
    if (!isItem) return held;
    return violated({
      expected: 'the action is performed, or refused',
      actual: { status: status ?? null, id: first.item.id },
      shows: [first.exchange, performed],
    });
  },
  silentIn: ['key-mismatch-replays', 'key-replays-200', 'key-replays-current', 'key-sf-string', 'keys-required'],
});
