import { assume, defineRule, type Exchange, http, needs, values } from '#rule';
import { createAndPerform, reachLegalState } from './_shared/perform-action.js';
import { judgeRepeatedAction, notRepeatable, readRecord } from './_shared/record.js';

/** Another rule checks the status of a refused repetition; this rule checks that there is no second record. */
export default defineRule({
  clause: 'ACT-03',
  per: 'action',
  title: 'Repeating an action creates no second record',
  otherwise: 'Repeating an action created a second record',
  touches: 'writes',
  needs: [needs.creatable, needs.performable, notRepeatable],
  assumes: ['creation/created-item-is-readable', 'actions/record-is-readable'],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      content: bodies.action(),
      other: bodies.action(),
      times: values.integer(1, 2),
      way: values.oneOf<'in sequence' | 'with other content' | 'concurrently'>(
        'in sequence',
        'with other content',
        'concurrently',
      ),
    }),
  when: async ({ body, content, other, times, way }, tools) => {
    const action = tools.subject.action();
    if (way === 'concurrently') {
      const item = await tools.items.create(body, { role: 'control' });
      await reachLegalState(tools, item);
      const ask = () => tools.actions.perform(item, action, { body: content });
      const answers = await Promise.all([ask(), ask()]);
      const [first, ...repeats] = [...answers].sort((a, b) => (a.answer?.status ?? 0) - (b.answer?.status ?? 0));
      assume(first !== undefined && http.hasStatus(first, 200, 201, 204), 'setup', 'neither action was performed');
      return { item, first, repeats, before: undefined, after: undefined, action };
    }
    const { item, performed: first } = await createAndPerform(tools, body, content);
    const look = () => (action.get ? readRecord(tools, item, first) : undefined);
    const before = await look();
    const repeats: Exchange[] = [];
    const again = way === 'with other content' ? other : content;
    while (repeats.length < times) repeats.push(await tools.actions.perform(item, action, { body: again }));
    return { item, first, repeats, before, after: await look(), action };
  },
  then: judgeRepeatedAction,
  silentIn: ['etags', 'conflict-422', 'put-204', 'ids-integer'],
});
