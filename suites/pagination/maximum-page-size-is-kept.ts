import {
  defineRule,
  type Finding,
  held,
  inconclusive,
  listable,
  maximumPageSize,
  oneOf,
  record,
  violated,
} from '#rule';
import { ensureEntries } from './_create-items.js';
import { type OverMaximum, requestOverMaximum } from './_over-maximum.js';

/** Maximum number of items that are created to see where a page ends. */
const worth = 10;

/**
 * Clamping and serving the requested size look alike where there are too few items; then only the size that a page
 * reports decides.
 */
export default defineRule({
  clause: 'PAG-05',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A page size above the maximum is handled as declared',
  otherwise: 'A page size above the maximum is not handled as declared',
  since: '0.2',
  stage: 'stable',
  touches: 'reads',
  watches: 'collection',
  needs: [listable, maximumPageSize],
  assumes: ['pagination/page-size-is-honoured'],
  cases: 2,
  given: (bodies) =>
    record({ body: bodies.body(), more: oneOf<'one more' | 'twice as many'>('one more', 'twice as many') }),
  when: async ({ body, more }, { items, collection }) => {
    const { maxSize = 1 } = collection.pagination;
    if (maxSize <= worth) await ensureEntries(items, body, maxSize + 1);
    return requestOverMaximum(items, collection, more === 'one more' ? 1 : maxSize);
  },
  then: judge,
  proof: {
    violatedBy: [
      'maximum-page-size-is-ignored',
      'maximum-page-size-plus-one-is-accepted',
      'page-size-over-maximum-gives-the-default',
      'twice-the-maximum-answers-500',
    ],
    silentIn: ['over-max-rejects', 'over-max-falls-back', 'pagination-page', 'pagination-spring', 'small-pages'],
  },
});

const deeds = {
  ...{ clamp: 'a page of the maximum size', reject: 'a refusal', default: 'a page of the default size' },
  ...{ more: 'more than the maximum', failure: 'status 500', unknown: 'a page', refused: 'a refusal' },
} as const;

function judge({ outcome, asked, exchange, collection, controls }: OverMaximum): Finding {
  const { overMax, maxSize } = collection.pagination;
  const { status } = exchange.answer ?? {};
  if (outcome === 'refused') return inconclusive('setup', `a page of ${asked} returned ${status}`);
  const isPage = outcome !== 'reject' && outcome !== 'failure';
  const isBroken = outcome === 'unknown' ? overMax === 'reject' : overMax !== undefined && overMax !== outcome;
  if (isBroken || outcome === 'more' || outcome === 'failure') {
    const expected = overMax === undefined ? `at most ${maxSize} entries` : `${deeds[overMax]} (${maxSize})`;
    const shows = isPage ? [...controls, exchange] : [exchange];
    return violated({ expected, actual: `${deeds[outcome]} for a page of ${asked}`, shows });
  }
  if (outcome !== 'unknown') return held;
  const hint = `the collection has too few items to see a difference at a maximum of ${maxSize}`;
  return inconclusive('no-usable-case', hint);
}
