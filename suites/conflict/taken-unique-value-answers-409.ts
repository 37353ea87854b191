import {
  creatable,
  defineRule,
  drawAtRandom,
  type Exchange,
  isPending,
  type Json,
  oneOf,
  readable,
  record,
} from '#rule';
import { claimAnew, claimAtOnce, claimByWriting } from './_claims.js';
import { judgeConflict } from './_refusal.js';
import { claimable, hold, valuesIn, type Way, wayIn, withUnique } from './_unique.js';

/** The second thing differs from the first in everything but what must be unique. */
export default defineRule({
  clause: 'ERR-11',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A request for a unique value that is taken answers 409',
  otherwise: 'A request for a unique value that is taken was not answered 409',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, claimable],
  assumes: ['creation/created-item-is-readable'],
  cases: 5,
  given: (bodies) =>
    record({
      body: bodies.body(),
      other: bodies.body(),
      replacement: bodies.replacement(),
      spare: drawAtRandom(bodies.body()),
      way: oneOf<Way | 'POST at once'>('POST', 'PUT', 'PATCH', 'POST at once'),
    }),
  when: async ({ body, other, replacement, spare, way }, tools) => {
    const { collection } = tools;
    const whole = (one: Json) => withUnique(collection, one, [body, other, spare]);
    const holder = await hold(tools, whole(body));
    if (way === 'POST at once') return claimAtOnce(tools, holder, [whole(body), whole(other)]);
    const chosen = wayIn(collection, way);
    if (chosen === 'POST') return claimAnew(tools, holder, whole(other));
    return claimByWriting(tools, holder, chosen, [whole(other), whole(replacement)]);
  },
  then: ({ sent, first, asked, isDone, isRight, look }, { dialect, collection }) => {
    const why = `${JSON.stringify(valuesIn(collection, sent))} is taken`;
    const isShown = isDone && !isPending(asked) && look !== undefined && !isNamedIn(asked, look);
    const shows = look ? [first, asked, look] : [first, asked];
    return judgeConflict({ asked, why, isDone, isRight, isShown, shows }, dialect);
  },
  proof: {
    violatedBy: [
      'taken-reference-is-accepted-by-post',
      'taken-reference-is-accepted-by-patch',
      'concurrent-claims-of-a-reference-both-succeed',
      'taken-reference-answers-400',
    ],
    silentIn: ['unique-reference', 'conflict-422', 'put-204', 'created-location-only'],
  },
});

/** Whether an answer names the thing itself: what stands there while it is still under way may yet be refused, and only a monitor of its own tells that it is finished. */
const isNamedIn = ({ answer }: Exchange, look: Exchange): boolean => {
  const id = look.path.split('?')[0]?.split('/').at(-1) ?? '';
  return id === '' || `${JSON.stringify(answer?.headers)}${answer?.text}`.includes(id);
};
