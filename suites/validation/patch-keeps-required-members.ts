import {
  assume,
  compare,
  defineRule,
  type Exchange,
  held,
  heldWithNote,
  http,
  type Item,
  inconclusive,
  type Json,
  needs,
  values,
  violated,
} from '#rule';
import { describedCreation } from './_shared/described-creation.js';

/** The largest number of members of one item that are tried. */
const maxMembers = 12;

/** A default may take the place of a removed value. Only a media type for merge patches gives null this meaning. */
export default defineRule({
  clause: 'PAT-08',
  title: 'A merge patch does not remove a required member',
  otherwise: 'A merge patch removed a member that the document requires',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.patchable, describedCreation],
  assumes: ['creation/created-item-is-readable', 'idempotency/patch-is-acknowledged'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, collection }) => {
    http.assumeMergePatch(collection);
    const item = await items.create(body);
    const before = await http.readBack(item);
    const tried = await nullEachMember(item, before);
    assume(tried.length > 0, 'no-usable-case', 'GET shows no member that was sent');
    return { before, sent: item.sent, tried };
  },
  then: ({ before, sent, tried }, { collection, findBreaches }) => {
    const schema = collection.create?.request?.schema;
    const isRequired = (name: string) => {
      if (schema === undefined || !compare.isObject(sent)) return false;
      const { [name]: _, ...without } = sent;
      return findBreaches(schema, without).length > 0 && findBreaches(schema, sent).length === 0;
    };
    const required = tried.filter(({ name }) => isRequired(name));
    if (required.length === 0)
      return inconclusive('no-usable-case', 'the document requires none of the members that were sent');
    const odd = required.find(({ patch }) => !http.hasStatus(patch, 2) && !http.hasStatus(patch, 400, 409, 422));
    if (odd) return inconclusive('refused', `PATCH returned ${odd.patch.answer?.status}`);
    const accepted = required.find(({ isGone }) => isGone) ?? required.find(({ after }) => after !== undefined);
    if (accepted?.after === undefined) return held;
    const { name, patch, after, isGone } = accepted;
    if (http.isCached(after) || !http.hasStatus(after, 200))
      return inconclusive('setup', `GET afterwards returned ${after.answer?.status}`);
    if (!isGone) return heldWithNote(`PATCH takes null for ${name}, and the item keeps a value`);
    if (!http.parseMediaType(collection.patch?.request?.mediaType).isMergePatch)
      return heldWithNote(`PATCH takes null for ${name}, and the media type does not say what null means`);
    const expected = `a 4xx status, or an item with ${name}`;
    return violated({ expected, actual: `an item without ${name}`, shows: [before, patch, after] });
  },
  silentIn: ['normalising', 'put-204', 'nullable-30', 'version-counter', 'semantic-400'],
});

/** A merge patch with null for a member that was sent and is shown, and GET after it where it returned success. */
interface NulledMember {
  readonly name: string;
  readonly patch: Exchange;
  readonly after: Exchange | undefined;
  /** Whether GET no longer shows a value. */
  readonly isGone: boolean;
}

/** Sends null for one member after the other. */
async function nullEachMember(item: Item, before: Exchange): Promise<NulledMember[]> {
  const sent = Object.keys(compare.isObject(item.sent) ? item.sent : {});
  const tried: NulledMember[] = [];
  for (const name of sent.filter((one) => read(before, one) !== null).slice(0, maxMembers)) {
    const patch = await item.patch({ [name]: null });
    const after = http.hasStatus(patch, 200, 204) ? await item.get() : undefined;
    tried.push({ name, patch, after, isGone: after !== undefined && read(after, name) === null });
    if (after && !http.hasStatus(after, 200)) break;
  }
  return tried;
}

const read = ({ answer }: Exchange, name: string): Json =>
  compare.getAtPointer(answer?.json, compare.buildPointer([name])) ?? null;
