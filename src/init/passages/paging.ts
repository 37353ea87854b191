import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { said, type Word } from '../draft-passage.js';
import { beliefIn, isFirm, whyOf } from '../survey-evidence.js';

/** What is believed of the pages of a collection. */
export function pagingWords(collection: Collection): Word[] {
  const { style, params, base, ...rest } = collection.pagination;
  const belief = beliefIn(collection, 'pagination');
  const items = beliefIn(collection, 'items');
  const known = Object.entries(rest).filter(([name, value]) => value !== undefined && name !== 'items');
  if (style === 'unknown') return itemsWord(collection, items);
  const isKnown = isFirm(belief) || isFirm(items);
  return [
    ...(isKnown ? [said(['pagination', 'style'], style, whyOf(belief ?? items))] : []),
    ...(isKnown && Object.keys(params).length > 0 ? [said(['pagination', 'params'], params as Json)] : []),
    ...(isKnown && params.page !== undefined ? [said(['pagination', 'base'], base)] : []),
    ...itemsWord(collection, items),
    ...(isKnown ? known.map(([name, value]) => said(['pagination', name], value as Json)) : []),
  ];
}

/** Names of parameters without a style would make a style of themselves, so the entries stand alone. */
const itemsWord = ({ pagination: { items } }: Collection, belief: Collection['facts'][number] | undefined): Word[] =>
  items === undefined || !isFirm(belief) ? [] : [said(['pagination', 'items'], items, whyOf(belief))];
