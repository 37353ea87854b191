import {
  constrainedBodies,
  creatable,
  defineRule,
  hasStatus,
  held,
  heldWithNote,
  oneOf,
  readable,
  record,
  violated,
} from '#rule';
import { errorFrom, weigh } from './_error-signals.js';
import { askForNothing, sendWhatIsBroken } from './_provoked.js';
import { isShapedLike } from './_shape.js';

/** Twins: a request that is known to work, and one that must fail. A success for the second one is judged by its effect. */
export default defineRule({
  clause: 'ERR-01',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A request that failed is not answered with success',
  otherwise: 'A request that failed was answered with success',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, constrainedBodies],
  assumes: ['creation/created-item-is-readable'],
  cases: 16,
  given: (bodies) =>
    record({
      body: bodies.body(),
      miss: bodies.nearMiss(),
      way: oneOf<'refused' | 'missing'>('refused', 'refused', 'refused', 'refused', 'refused', 'missing'),
    }),
  when: async ({ body, miss, way }, { items }) =>
    way === 'missing' ? askForNothing(body, items) : sendWhatIsBroken(miss, body, items),
  then: ({ good, way, bad, effect, broken, isBroken }, { collection }) => {
    if (!isBroken || !hasStatus(bad, 2) || bad.answer === undefined) return held;
    if (effect && hasStatus(effect, 200)) return heldWithNote(`lenient: ${broken} was accepted`);
    if (way === 'missing' && isShapedLike(bad.answer.json, good.answer?.json, collection)) {
      return heldWithNote('an id that was never given out has a representation');
    }
    const { weight, signals } = weigh(bad.answer, { hasIdentity: false, goodMembers: [] });
    const isLost = effect !== undefined && hasStatus(effect, 404, 410);
    if (weight < errorFrom && !isLost)
      return heldWithNote(`${broken} is answered ${bad.answer.status}, and what came of it cannot be seen`);
    const speaks = signals.filter((signal) => signal.weight > 0).map((signal) => signal.because);
    const because = speaks.length > 0 ? speaks.join('; ') : 'nothing was made';
    return violated({ expected: `a status from 400 on for ${broken}`, actual: `${bad.answer.status}, and ${because}` });
  },
  proof: {
    violatedBy: [
      'missing-order-answers-200-with-an-error',
      'refused-post-answers-200-with-an-error',
      'refused-post-is-silently-ignored',
    ],
    silentIn: ['error-member', 'created-location-only', 'soft-delete-410'],
  },
});
