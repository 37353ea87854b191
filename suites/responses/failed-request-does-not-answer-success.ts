import { defineRule, held, heldWithNote, http, needs, values, violated } from '#rule';
import { errorFrom, getMissingItem, isShapedLike, postInvalidBody, weighSignals } from './_shared/error-signals.js';

/** Two requests: one that is known to work, and one that must fail. A success of the second one is judged by its effect. */
export default defineRule({
  clause: 'ERR-01',
  title: 'A failed request does not return a success status',
  otherwise: 'A failed request returned a success status',
  stage: 'stable',
  touches: 'writes',
  needs: [needs.postable, needs.readable, needs.constrainedBodies],
  assumes: ['creation/created-item-is-readable'],
  cases: 16,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      invalid: bodies.nearMiss(),
      way: values.oneOf<'refused' | 'missing'>('refused', 'refused', 'refused', 'refused', 'refused', 'missing'),
    }),
  when: async ({ body, invalid, way }, { items }) =>
    way === 'missing' ? getMissingItem(body, items) : postInvalidBody(invalid, body, items),
  then: ({ good, way, bad, effect, broken, isBroken }, { collection }) => {
    if (!isBroken || !http.hasStatus(bad, 2) || bad.answer === undefined) return held;
    if (effect && http.hasStatus(effect, 200)) return heldWithNote(`lenient: ${broken} was accepted`);
    if (way === 'missing' && isShapedLike(bad.answer.json, good.answer?.json, collection)) {
      return heldWithNote('an id that was never used has a representation');
    }
    const { weight, signals } = weighSignals(bad.answer, { hasIdentity: false, goodMembers: [] });
    const isLost = effect !== undefined && http.hasStatus(effect, 404, 410);
    if (weight < errorFrom && !isLost)
      return heldWithNote(`${broken} returned ${bad.answer.status}, and its effect is not visible`);
    const speaks = signals.filter((signal) => signal.weight > 0).map((signal) => signal.because);
    const because = speaks.length > 0 ? speaks.join('; ') : 'no item was created';
    return violated({ expected: `a 4xx or 5xx status for ${broken}`, actual: `${bad.answer.status}, and ${because}` });
  },
  silentIn: ['error-member', 'created-location-only', 'soft-delete-410'],
});
