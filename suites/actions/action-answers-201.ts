import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { judgeOpenAction, reachLegalState } from './_shared/perform-action.js';

/** A refusal is no violation here: another rule checks whether the state allows the action. */
export default defineRule({
  clause: 'ACT-01',
  per: 'action',
  title: 'A legal action returns 201',
  otherwise: 'An action succeeded without returning 201',
  touches: 'writes',
  needs: [needs.creatable, needs.performable],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) => values.record({ body: bodies.body(), content: bodies.action(), turn: values.integer(0, 3) }),
  when: async ({ body, content, turn }, tools) => {
    const item = await tools.items.create(body, { role: 'control' });
    await reachLegalState(tools, item, turn);
    const told = tools.subject.action().post?.statuses ?? [];
    return { performed: await tools.actions.perform(item, tools.subject.action(), { body: content }), told };
  },
  then: ({ performed, told }) => {
    if (http.hasStatus(performed, 201)) return held;
    const open = judgeOpenAction(performed);
    if (open) return open;
    if (told.some((status) => status >= 200 && status < 300) && !told.includes(201))
      return inconclusive(
        'setup',
        `the document declares ${told.join(', ')}: the action may be an operation without a resource of its own`,
      );
    const actual = `POST returned ${performed.answer?.status}`;
    return violated({ expected: 'POST of an action returns 201', actual, shows: [performed] });
  },
  silentIn: ['etags', 'put-204', 'links-hal', 'conflict-422', 'ids-integer'],
});
