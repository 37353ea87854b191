import {
  assume,
  type Collection,
  compare,
  defineRule,
  held,
  heldWithNote,
  http,
  type Items,
  type Json,
  needs,
  values,
  violated,
} from '#rule';
import { errorFrom, weighSignals } from './_shared/error-signals.js';

/** Two requests: one that is known to work, and one that must fail. A success of the second one is judged by its effect. */
export default defineRule({
  clause: 'ERR-01',
  title: 'A failed request does not return a success status',
  otherwise: 'A failed request returned a success status',
  touches: 'writes',
  reusedItems: 1,
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
    // A page beside a valid request that returned JSON is in place of what was asked for.
    const isPage = weight >= errorFrom - 1 && bad.answer.json === undefined && good.answer?.json !== undefined;
    if (weight < errorFrom && !isPage && !isLost)
      return heldWithNote(`${broken} returned ${bad.answer.status}, and its effect is not visible`);
    const speaks = signals.filter((signal) => signal.weight > 0).map((signal) => signal.because);
    const because = speaks.length > 0 ? speaks.join('; ') : 'no item was created';
    return violated({ expected: `a 4xx or 5xx status for ${broken}`, actual: `${bad.answer.status}, and ${because}` });
  },
  silentIn: ['error-member', 'created-location-only', 'soft-delete-410'],
});

/** Whether a body has an id and most members of a known valid one. */
const isShapedLike = (json: Json | undefined, good: Json | undefined, { id }: Collection) =>
  compare.isObject(json) &&
  compare.getAtPointer(json, id.pointer) !== undefined &&
  compare.isObject(good) &&
  Object.keys(good).filter((name) => Object.hasOwn(json, name)).length > Object.keys(good).length / 2;

async function getMissingItem(body: Json, items: Items) {
  const nothing = await items.getUnknown(body);
  const bad = await nothing.get();
  return { way: 'missing', bad, effect: undefined, good: nothing.createdBy, broken: nothing.path, isBroken: true };
}

/** POST of an invalid body; where it was not refused, the created item is read, and a valid one beside it. */
async function postInvalidBody(miss: values.NearMiss, body: Json, items: Items) {
  const { exchange: bad, item, sent } = await items.post(miss.body, { isInvalid: true });
  assume(!http.hasStatus(bad, 202, 207), 'no-usable-case', 'the outcome is at another resource');
  const known = { way: 'refused' as const, bad, isBroken: values.isStillBroken(miss, sent) };
  const broken = `${miss.keyword} at ${miss.pointer || '/'}`;
  if (!http.hasStatus(bad, 2)) return { ...known, effect: undefined, good: bad, broken };
  const effect = item && (await item.getUntil((seen) => http.hasStatus(seen, 200)));
  const good = await items.create(body, { role: 'control' });
  const readable = await good.getUntil((seen) => http.hasStatus(seen, 200));
  assume(http.hasStatus(readable, 200), 'setup', 'the item of a valid creation could not be read');
  return { ...known, effect, good: good.createdBy, broken };
}
