import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { readShownRecordId } from './_shared/creations.js';
import { createReadyItem, keyedAction } from './_shared/ready-action.js';

/** Records are distinguished by their ids, and compared in their declared members. An action that refuses the repetition was performed once, too. */
export default defineRule({
  clause: 'KEY-01',
  per: 'action',
  title: 'An action repeated with its key is performed once',
  otherwise: 'An action repeated with its key created another record, or changed the first one',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.performable, keyedAction],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), input: bodies.action(), times: values.integer(1, 3) }),
  when: async ({ body, input, times }, tools) => {
    const { client, fresh, actions, subject } = tools;
    const item = await createReadyItem(body, tools);
    const performing = { body: input, key: fresh.key() };
    const first = await actions.perform(item, subject.action(), performing);
    assume(http.hasStatus(first, 200, 201, 204), 'setup', `${subject.action().name} returned ${first.answer?.status}`);
    const look = async () =>
      subject.action().get
        ? [await client.send({ method: 'GET', path: actions.buildPath(subject.action(), item) })]
        : [];
    const before = await look();
    const again = [];
    while (again.length < times) again.push(await actions.perform(item, subject.action(), performing));
    return {
      performed: [first, ...again],
      before,
      after: await look(),
      fields: Object.values(subject.action().fields ?? {}),
    };
  },
  then: ({ performed, before, after, fields }, { collection }) => {
    const told = performed.map((exchange) =>
      http.hasStatus(exchange, 2) ? readShownRecordId(exchange, collection) : undefined,
    );
    const seen = [...before, ...after].map((exchange) =>
      http.hasStatus(exchange, 200) ? readShownRecordId(exchange, collection) : undefined,
    );
    const records = (ids: readonly (string | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))];
    const ids = records(seen).length > 1 ? records(seen) : records(told);
    const shows = [...performed, ...after];
    if (ids.length > 1) return violated({ expected: 'one record', actual: { records: ids.length, ids }, shows });
    const [was, is] = [before[0], after[0]].map((look) =>
      look && http.hasStatus(look, 200) ? look.answer?.json : undefined,
    );
    const read = (of: typeof was, at: string) => compare.getAtPointer(of, at) ?? null;
    const moved = fields.find(
      (at) => was !== undefined && is !== undefined && !compare.isEquivalent(read(was, at), read(is, at)),
    );
    if (moved !== undefined)
      return violated({ expected: { [moved]: read(was, moved) }, actual: { [moved]: read(is, moved) }, shows });
    if (ids.length === 0) return inconclusive('no-usable-case', 'the record of the action has no id');
    return held;
  },
  silentIn: ['key-replays-200', 'key-replays-current', 'key-sf-string', 'key-in-flight-409', 'keys-required'],
});
