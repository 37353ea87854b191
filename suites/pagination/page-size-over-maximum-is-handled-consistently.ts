import {
  assume,
  atLeastTwo,
  defineRule,
  held,
  heldWithNote,
  listable,
  maximumPageSize,
  oneOf,
  record,
  violated,
} from '#rule';
import { askOver, type Outcome, type Over } from './_over.js';

/** What is there is asked for, and nothing made. Clamping and falling back to the default are told apart only where there is enough. */
export default defineRule({
  clause: 'PAG-06',
  level: 'SHOULD',
  family: 'convention',
  per: 'service',
  title: 'More than the maximum is dealt with in one way everywhere',
  otherwise: 'More than the maximum is dealt with in one way here, in another there',
  since: '0.2',
  stage: 'stable',
  touches: 'reads',
  watches: 'service',
  needs: [listable, atLeastTwo(maximumPageSize)],
  cases: 1,
  given: () => record({ more: oneOf(1, 2) }),
  when: async ({ more }, { service, getItems }) => {
    // What stands below a thing has no list of its own before that thing is there.
    const asked = service().collections.filter(
      (one) => one.list && maximumPageSize.isMet(one) && !one.path.includes('{'),
    );
    const all: Over[] = [];
    for (const collection of asked) all.push(await askOver(getItems(collection), collection, more));
    const known = all.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'failure');
    assume(known.length > 1, 'no-usable-case', 'fewer than two collections can be asked for more than their maximum');
    return { known };
  },
  then: ({ known }) => {
    const [first, ...others] = known;
    const other = others.find(({ outcome }) => first !== undefined && differ(first.outcome, outcome));
    if (first === undefined || other === undefined) {
      const isTold = known.every(({ outcome }) => outcome !== 'unknown');
      return isTold
        ? held
        : heldWithNote('there is too little to tell clamping from falling back; refusing it is none');
    }
    const said = ({ collection, asked, outcome }: Over) => `${collection.path}: ${words[outcome]} for ${asked}`;
    return violated({ expected: said(first), actual: said(other), shows: [first.exchange, other.exchange] });
  },
  proof: {
    violatedBy: ['archive-refuses-what-orders-clamp'],
    silentIn: ['two-collections', 'over-max-rejects', 'over-max-falls-back', 'small-pages'],
  },
});

const words: Readonly<Record<Outcome, string>> = {
  ...{ clamp: 'the maximum', reject: 'a refusal', default: 'the default', more: 'more than the maximum' },
  ...{ unknown: 'a page', failure: 'a failure', refused: 'a refusal' },
};

/** Whether two were surely dealt with differently: what cannot be told was at least not refused. */
const differ = (a: Outcome, b: Outcome): boolean =>
  a === 'unknown' || b === 'unknown' ? a === 'reject' || b === 'reject' : a !== b;
