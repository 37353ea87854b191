import {
  assume,
  type Collection,
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
import { getMember, getShown } from '../_shared/members.js';
import { findUnremoved, monitorWrites } from '../_shared/recorded-writes.js';
import { chooseLargest } from './_shared/unchanged-item.js';

/** RFC 7396 §2. A refusal is legal, and a default may take the place of the value; generated arrays and objects are no defaults. */
export default defineRule({
  clause: 'PAT-05',
  title: 'Null in a merge patch removes the member',
  otherwise: 'Null in a merge patch left the member as it was',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.patchable],
  assumes: ['creation/created-item-is-readable', 'idempotency/patch-is-acknowledged'],
  cases: 1,
  given: (bodies) => values.record({ drawn: values.batch(bodies.body(), 4) }),
  when: async ({ drawn }, { items, collection }) => {
    http.assumeMergePatch(collection);
    const item = await items.create(chooseLargest(drawn));
    const before = await http.readBack(item);
    const rounds = await removeEachMember(item, before, collection, drawn);
    assume(rounds.length > 0, 'no-usable-case', 'no member can be removed');
    return { before, rounds };
  },
  then: ({ before, rounds }, { collection }) => {
    for (const { name, patch, after } of rounds) {
      if (after === undefined && http.hasStatus(patch, 4) && !http.hasStatus(patch, 401, 403)) continue;
      if (after === undefined) return inconclusive('no-answer', `PATCH returned ${patch.answer?.status}`);
      if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
      const at = compare.buildPointer([name]);
      const [was, is] = [before, after].map(({ answer }) => compare.getAtPointer(answer?.json, at));
      if (is === undefined || is === null || !compare.isEquivalent(was, is)) continue;
      if (!http.parseMediaType(collection.patch?.request?.mediaType).isMergePatch)
        return heldWithNote(
          `PATCH takes ${at}: null, and leaves the member; the media type does not say what null means`,
        );
      return violated({ expected: { [at]: null }, actual: { [at]: is }, shows: [before, patch, after] });
    }
    return held;
  },
  monitor: monitorWrites('PATCH', 'no member that the patch removes', findUnremoved),
  silentIn: ['normalising', 'put-204', 'nullable-30', 'version-counter'],
});

/** Length from which on a generated text is hardly a default. */
const minFreeLength = 3;

/** Sends null for each shown member whose value is no default: the marker, arrays, objects, and texts that PATCH changes. */
async function removeEachMember(item: Item, before: Exchange, { marker, create }: Collection, drawn: readonly Json[]) {
  const { properties } = compare.isObject(create?.request?.schema) ? create.request.schema : {};
  const isFree = (name: string, value: Json) => isOpenText(value, getMember(properties as Json | undefined, name));
  const isChosen = (name: string, value: Json) =>
    (typeof value === 'object' && value !== null && Object.keys(value).length > 0) ||
    (marker === compare.buildPointer([name]) && typeof value === 'string') ||
    isFree(name, value);
  const rounds = [];
  for (const [name, value] of Object.entries(compare.isObject(item.sent) ? item.sent : {})) {
    if (getShown(before, name) === undefined || !isChosen(name, value)) continue;
    const patch = await item.patch({ [name]: null });
    const isGone = (look: Exchange) => (getShown(look, name) ?? null) === null;
    const after = http.hasStatus(patch, 200, 204) ? await item.getUntil(isGone) : undefined;
    const isIgnored = after && compare.isEquivalent(getShown(before, name) ?? null, getShown(after, name) ?? null);
    if (isIgnored && isFree(name, value) && !(await canChange(item, name, value, drawn))) continue;
    rounds.push({ name, patch, after });
  }
  return rounds;
}

/** Whether a value is a text that is neither one of a few nor a default. */
function isOpenText(value: Json, schema: Json | undefined): boolean {
  if (typeof value !== 'string' || value.length < minFreeLength) return false;
  return compare.isObject(schema) && schema.enum === undefined && schema.default !== value;
}

/** Whether PATCH gives a member the value of another body: one that never changes after the creation may ignore null, too. */
async function canChange(item: Item, name: string, value: Json, drawn: readonly Json[]): Promise<boolean> {
  const at = compare.buildPointer([name]);
  const other = drawn
    .map((body) => compare.getAtPointer(body, at))
    .find((one) => typeof one === 'string' && one.length >= minFreeLength && one !== value);
  if (other === undefined) return false;
  const patch = await item.patch({ [name]: other });
  const isChanged = (look: Exchange) => !compare.isEquivalent(getShown(look, name) ?? null, value);
  return http.hasStatus(patch, 200, 204) && isChanged(await item.getUntil(isChanged));
}
