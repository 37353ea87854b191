import fc from 'fast-check';
import { collectionValues, memberRules, othersRanges } from './collection-values.js';
import type { CollectionChoices, CollectionDesign, Design, ServiceChoices } from './design.js';
import { nouns } from './nouns.js';
import { resolveExclusions } from './resolve-exclusions.js';
import { extraValues, serviceValues } from './service-values.js';

type Groups = { readonly [group: string]: { readonly [name: string]: readonly string[] } };

/** Of 100 designs, how many have the simplest value of a dimension; the other values have equal parts of the rest. */
const usualShare = 60;

/** Dimensions with a smaller share, because few designs have the other values with an effect otherwise. */
const simplestShares: Readonly<Record<string, number>> = { listShape: 45, paging: 40, next: 25, callers: 45 };

/** One of the values; shrinks towards the first. */
function drawValue<T>(values: readonly T[], share = usualShare): fc.Arbitrary<T> {
  const [first, ...rest] = values;
  if (first === undefined) throw new Error('No values.');
  return fc.nat(999).map((number) => {
    const place = Math.floor(((number - share * 10) * rest.length) / (1000 - share * 10));
    return rest[place] ?? first;
  });
}

function drawChoices(groups: Groups): fc.Arbitrary<Record<string, string>> {
  const named = Object.values(groups).flatMap((group) => Object.entries(group));
  return fc.record(Object.fromEntries(named.map(([name, values]) => [name, drawValue(values, simplestShares[name])])));
}

/** Each of the values with a probability of 20 %; shrinks towards none. */
const drawSet = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
  fc.tuple(...values.map(() => fc.nat(4))).map((numbers) => values.filter((_, index) => numbers[index] === 4));

const drawOthers = drawValue(Object.values(othersRanges)).chain(([least, most]) =>
  fc.integer({ min: least, max: most }),
);

/** How many collections before a collection its parent is, less one; negative for none. */
const drawParent = fc.nat(9).map((number) => number - 5);

const drawCollection = fc.record({
  noun: fc.nat(nouns.length - 1),
  parent: drawParent,
  memberCount: fc.integer({ min: 1, max: 4 }),
  rules: drawSet(memberRules),
  others: drawOthers,
  choices: drawChoices(collectionValues) as unknown as fc.Arbitrary<CollectionChoices>,
});

type DrawnCollection = typeof drawCollection extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Gives each collection a noun that no collection before it has, and a parent before it. */
function placeCollections(drawn: readonly DrawnCollection[]): CollectionDesign[] {
  const taken = new Set<string>();
  return drawn.map(({ noun, parent, ...rest }, index) => {
    const free = [...nouns.slice(noun), ...nouns].find(({ singular }) => !taken.has(singular));
    if (!free) throw new Error('Too few nouns.');
    taken.add(free.singular);
    return { noun: free.singular, parent: parent >= 0 && index > 0 ? Math.max(0, index - 1 - parent) : null, ...rest };
  });
}

/** Designs of services. They shrink towards `simplestDesign`. */
export const designs: fc.Arbitrary<Design> = fc.noBias(
  fc
    .record({
      format: fc.constant<1>(1),
      seed: fc.nat(0xffff_ffff),
      service: drawChoices(serviceValues) as unknown as fc.Arbitrary<ServiceChoices>,
      extras: drawSet(extraValues),
      collections: fc.array(drawCollection, { minLength: 1, maxLength: 4, size: 'max' }),
    })
    .map((drawn) => resolveExclusions({ ...drawn, collections: placeCollections(drawn.collections) })),
);

/** Designs that a seed draws, in their order. */
export const drawDesigns = (count: number, seed: number): Design[] => fc.sample(designs, { numRuns: count, seed });
