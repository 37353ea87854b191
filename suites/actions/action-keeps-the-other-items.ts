import { defineRule, type Exchange, held, http, inconclusive, needs, values, violated } from '#rule';
import { actAmongOthers, type OtherLook } from './_shared/act-among-others.js';
import { declaredNextState, judgeOpenAction } from './_shared/perform-action.js';

/**
 * Two other items are in the same state: one is older, one newer. An action may end an exclusive state of another item, so
 * only one that took the state of the item itself is a violation. The control is the same without the action.
 */
export default defineRule({
  clause: 'RES-05',
  per: 'action',
  title: 'An action on an item is not performed on others',
  otherwise: 'An action on an item was performed on another one, too',
  touches: 'writes',
  watches: 'collection',
  needs: [needs.creatable, needs.readable, needs.performable, declaredNextState],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), content: bodies.action(), turn: values.integer(0, 3) }),
  when: ({ body, content, turn }, tools) => actAmongOthers(tools, { body, content, turn }),
  then: ({ performed, moved, others, idle }) => {
    const open = performed && judgeOpenAction(performed);
    if (open || performed === undefined) return open ?? inconclusive('setup', 'the action was not performed');
    const looks = others.flatMap(({ before, after }) => [before, after]);
    if (looks.some(http.isCached)) return inconclusive('noise', 'a cache answered instead of the service');
    const isLost = ({ before, after }: OtherLook) => http.hasStatus(before, 200) && http.hasStatus(after, 404, 410);
    const lost = others.find(isLost);
    if (lost && (idle === undefined || idle.some(isLost)))
      return inconclusive('noise', 'items disappear by themselves');
    if (lost) return violated({ expected: 'status 200', actual: describe(lost.after), shows: list(lost, performed) });
    const failed = looks.find((look) => !http.hasStatus(look, 200));
    if (failed) return inconclusive('setup', `GET of another item returned ${failed.answer?.status}`);
    if (moved === undefined) return inconclusive('setup', 'the item does not show another state after the action');
    const taken = others.find(({ from, to }) => from !== moved && to === moved);
    if (taken === undefined) return held;
    if (idle === undefined || idle.some(({ from, to }) => from !== to))
      return inconclusive('noise', 'items change their state by themselves');
    return violated({
      expected: { state: taken.from ?? null },
      actual: { state: moved },
      shows: list(taken, performed),
    });
  },
  silentIn: ['etags', 'put-204', 'version-counter', 'time-in-the-body', 'ids-integer'],
});

const describe = ({ answer }: Exchange): string => `status ${answer?.status}`;

const list = ({ before, after }: OtherLook, performed: Exchange): readonly Exchange[] => [before, performed, after];
