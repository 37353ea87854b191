import { assume, defineRule, held, heldWithNote, needs, values, violated } from '#rule';
import {
  areDifferentOutcomes,
  maximumPageSize,
  type Outcome,
  type OverMaximum,
  requestOverMaximum,
  twoMaximumPageSizes,
} from './_shared/over-maximum.js';

/**
 * Only existing items are read. Clamping and falling back to the default can be distinguished only where there are
 * enough items.
 */
export default defineRule({
  clause: 'PAG-06',
  per: 'service',
  title: 'All collections handle a page size above the maximum alike',
  otherwise: 'Collections handle a page size above the maximum differently',
  touches: 'reads',
  watches: 'service',
  needs: [needs.listable, twoMaximumPageSizes],
  cases: 1,
  given: () => values.record({ more: values.oneOf(1, 2) }),
  when: async ({ more }, { subject, related }) => {
    // A collection below an item does not exist before the item does.
    const asked = subject
      .service()
      .collections.filter((one) => one.list && maximumPageSize.isMet(one) && !one.path.includes('{'));
    const all: OverMaximum[] = [];
    for (const collection of asked) all.push(await requestOverMaximum(related.getItems(collection), collection, more));
    const known = all.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'failure');
    assume(known.length > 1, 'no-usable-case', 'fewer than two collections accept a page size above their maximum');
    return { known };
  },
  then: ({ known }) => {
    const [first, ...others] = known;
    const other = others.find(({ outcome }) => first !== undefined && areDifferentOutcomes(first.outcome, outcome));
    if (first === undefined || other === undefined) {
      const isTold = known.every(({ outcome }) => outcome !== 'unknown');
      return isTold
        ? held
        : heldWithNote('the collections have too few items to tell clamping from falling back; none refused the size');
    }
    const said = ({ collection, asked, outcome }: OverMaximum) =>
      `${collection.path}: ${outcomeNames[outcome]} for ${asked}`;
    return violated({ expected: said(first), actual: said(other), shows: [first.exchange, other.exchange] });
  },
  silentIn: ['two-collections', 'over-max-rejects', 'over-max-falls-back', 'small-pages'],
});

const outcomeNames: Readonly<Record<Outcome, string>> = {
  ...{ clamp: 'the maximum', reject: 'a refusal', default: 'the default', more: 'more than the maximum' },
  ...{ unknown: 'a page', failure: 'a failure', refused: 'a refusal' },
};
