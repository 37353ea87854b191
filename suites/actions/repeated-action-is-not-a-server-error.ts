import { compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { findStatus, monitorAfter } from '../_shared/recorded-sequences.js';
import { createAndPerform } from './_shared/perform-action.js';

/** Whatever a second request means, a server error is no answer to it. Another item shows that the action succeeds at that time. */
export default defineRule({
  clause: 'ERR-04',
  per: 'action',
  title: 'A repeated action is not a server error',
  otherwise: 'A repeated action caused a server error',
  touches: 'writes',
  needs: [needs.creatable, needs.performable],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), content: bodies.action() }),
  when: async ({ body, content }, tools) => {
    const action = tools.subject.action();
    const { item, performed } = await createAndPerform(tools, body, content);
    const repeat = () =>
      tools.client.trySend({
        method: 'POST',
        path: tools.actions.buildPath(action, item),
        json: content,
        headers: { 'content-type': action.post?.request?.mediaType ?? 'application/json' },
      });
    const repeats = [await repeat()];
    if (!repeats.some(http.isServerFailure)) return { performed, repeats, control: undefined };
    const { performed: control } = await createAndPerform(tools, body, content);
    repeats.push(await repeat());
    return { performed, repeats, control };
  },
  then: ({ performed, repeats, control }) => {
    const failed = repeats.filter(http.isServerFailure);
    const [first] = failed;
    if (first === undefined) {
      const isOpen = repeats.some((one) => !http.hasStatus(one, 2, 3, 4) || http.hasStatus(one, 401, 403, 429));
      return isOpen ? inconclusive('refused', `the repetition returned ${repeats[0]?.answer?.status}`) : held;
    }
    if (failed.length < 2 || control === undefined || !http.hasStatus(control, 2))
      return inconclusive('no-answer', 'the service failed only for a time');
    return violated({
      expected: 'a conflict, or the same record',
      actual: `the repetition returned ${first.answer?.status}`,
      shows: [performed, ...failed, control],
    });
  },
  monitor: monitorAfter(
    'a conflict, or the same record',
    (exchange, traffic) => {
      const { write } = traffic.getTrack(exchange.path);
      const isRepeated = exchange.method === 'POST' && write?.method === 'POST' && http.hasStatus(write, 200, 201, 204);
      const above = traffic.getTrack(exchange.path.replace(/\/[^/]*$/, '')).reads.at(-1)?.answer?.json;
      // The path is one below an item.
      return isRepeated && compare.isObject(above) && write.content === exchange.content ? [write] : undefined;
    },
    findStatus(500),
  ),
  silentIn: ['etags', 'conflict-422', 'put-204', 'removable-payments', 'errors-text'],
});
