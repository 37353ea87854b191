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
import { judgeConflict } from './_conflict-response.js';
import { sendConcurrentPosts, sendDuplicatePost, sendDuplicateWrite } from './_duplicate-requests.js';
import {
  chooseMethod,
  createHolder,
  declaredUniqueMembers,
  fillUniqueMembers,
  pickUniqueValues,
  type WriteMethod,
} from './_unique-values.js';

/** The second item differs from the first in everything but the unique members. */
export default defineRule({
  clause: 'ERR-11',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A request for a taken unique value returns 409',
  otherwise: 'A request for a taken unique value did not return 409',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, declaredUniqueMembers],
  assumes: ['creation/created-item-is-readable'],
  cases: 5,
  given: (bodies) =>
    record({
      body: bodies.body(),
      other: bodies.body(),
      replacement: bodies.replacement(),
      spare: drawAtRandom(bodies.body()),
      way: oneOf<WriteMethod | 'concurrent POSTs'>('POST', 'PUT', 'PATCH', 'concurrent POSTs'),
    }),
  when: async ({ body, other, replacement, spare, way }, tools) => {
    const { collection } = tools;
    const whole = (one: Json) => fillUniqueMembers(collection, one, [body, other, spare]);
    const holder = await createHolder(tools, whole(body));
    if (way === 'concurrent POSTs') return sendConcurrentPosts(tools, holder, [whole(body), whole(other)]);
    const chosen = chooseMethod(collection, way);
    if (chosen === 'POST') return sendDuplicatePost(tools, holder, whole(other));
    return sendDuplicateWrite(tools, holder, chosen, [whole(other), whole(replacement)]);
  },
  then: ({ sent, first, asked, isDone, isRight, look }, { dialect, collection }) => {
    const why = `${JSON.stringify(pickUniqueValues(collection, sent))} is taken`;
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

/**
 * Whether a response names the item itself: an item whose creation is still in progress may be refused later, and
 * only a status monitor says when it has finished.
 */
const isNamedIn = ({ answer }: Exchange, look: Exchange): boolean => {
  const id = look.path.split('?')[0]?.split('/').at(-1) ?? '';
  return id === '' || `${JSON.stringify(answer?.headers)}${answer?.text}`.includes(id);
};
