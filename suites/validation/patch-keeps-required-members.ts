import { assume, compare, defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { describedCreation } from './_shared/described-creation.js';
import { removeRequiredMembers } from './_shared/required-members.js';

/** A default may take the place of a removed value. Only a media type for merge patches gives null this meaning. */
export default defineRule({
  clause: 'PAT-08',
  level: 'MUST',
  family: 'document',
  per: 'collection',
  title: 'A merge patch does not remove a required member',
  otherwise: 'A merge patch removed a member that the document requires',
  since: '0.2',
  stage: 'provisional',
  touches: 'writes',
  watches: 'item',
  needs: [needs.creatable, needs.readable, needs.patchable, describedCreation],
  assumes: ['creation/created-item-is-readable', 'idempotency/patch-is-acknowledged'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, collection }) => {
    http.assumeMergePatch(collection);
    const item = await items.create(body);
    const before = await http.readBack(item);
    const tried = await removeRequiredMembers(item, before, collection);
    assume(tried.length > 0, 'no-usable-case', 'the document requires no member that GET shows');
    return { before, sent: item.sent, tried };
  },
  then: ({ before, sent, tried }, { collection, findBreaches }) => {
    const last = tried.at(-1);
    if (last?.after === undefined) {
      const odd = tried.find(({ patch }) => !http.hasStatus(patch, 400, 409, 422));
      return odd ? inconclusive('refused', `PATCH returned ${odd.patch.answer?.status}`) : held;
    }
    const { name, patch, after, isGone } = last;
    if (http.isCached(after) || !http.hasStatus(after, 200))
      return inconclusive('setup', `GET afterwards returned ${after.answer?.status}`);
    if (!isGone) return heldWithNote(`PATCH takes null for ${name}, and the item keeps a value`);
    const schema = collection.create?.request?.schema;
    const without = compare.isObject(sent) ? { ...sent, [name]: null } : null;
    const breaches = schema ? findBreaches(schema, without) : [];
    const isRequired = breaches.some(({ pointer }) => compare.parsePointer(pointer)[0] === name);
    if (!isRequired || !/merge-patch/i.test(collection.patch?.request?.mediaType ?? ''))
      return heldWithNote(`PATCH takes null for ${name}, which the document requires of a creation`);
    return violated({
      expected: `a 4xx status, or an item with ${name}`,
      actual: `an item without ${name}`,
      shows: [before, patch, after],
    });
  },
  proof: { silentIn: ['normalising', 'put-204', 'nullable-30', 'version-counter', 'semantic-400'] },
});
