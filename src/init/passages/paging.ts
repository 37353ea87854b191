import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { createValue, type DraftValue } from '../draft-passage.js';
import { describeEvidence, findBelief, isFirm } from '../survey-evidence.js';

/** What else a profile says about pages; the survey knows more. */
const otherKeys = ['next', 'total', 'defaultSize', 'maxSize', 'overMax', 'pastEnd'] as const;

/** The facts about the pages of a collection. */
export function draftPaging(collection: Collection): DraftValue[] {
  const { style, params, base, ...rest } = collection.pagination;
  const belief = findBelief(collection, 'pagination');
  const items = findBelief(collection, 'items');
  const known = otherKeys.flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name]] as const]));
  if (style === 'unknown') return draftItems(collection, items);
  const isKnown = isFirm(belief) || isFirm(items);
  return [
    ...(isKnown ? [createValue(['pagination', 'style'], style, describeEvidence(belief ?? items))] : []),
    ...(isKnown && Object.keys(params).length > 0 ? [createValue(['pagination', 'params'], params as Json)] : []),
    ...(isKnown && params.page !== undefined ? [createValue(['pagination', 'base'], base)] : []),
    ...draftItems(collection, items),
    ...(isKnown ? known.map(([name, value]) => createValue(['pagination', name], value as Json)) : []),
  ];
}

/** Parameter names without a style are written as separate keys, because a mapping would need the style. */
const draftItems = (
  { pagination: { items } }: Collection,
  belief: Collection['facts'][number] | undefined,
): DraftValue[] =>
  items === undefined || !isFirm(belief) ? [] : [createValue(['pagination', 'items'], items, describeEvidence(belief))];
