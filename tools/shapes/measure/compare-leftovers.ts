import type { Leftover } from '../../../src/model/result/report.js';
import type { TrueItem, Truth } from '../engine/truth.js';
import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import { fillTemplate } from '../facts/match-path.js';
import { isSamePath } from './compare-facts.js';
import type { HarmedItem, LeftoverComparison } from './measurement.js';

/** An item that exists, with its address; that of its list where items have none. */
interface LeftItem {
  readonly item: TrueItem;
  readonly facts: CollectionFacts;
  readonly address: string;
}

/** Compares created items that exist with those that a report names. An entry for several items stands for as many as it says. */
export function compareLeftovers(
  service: ServiceFacts,
  truth: Truth,
  leftovers: readonly Leftover[],
): LeftoverComparison {
  const all = truth.created.filter(({ exists }) => exists).map((item) => locate(item, service, truth));
  const rest = new Set(all);
  const take = (isMatch: (one: LeftItem) => boolean, most: number): number => {
    const found = [...rest].filter(isMatch).slice(0, most);
    for (const one of found) rest.delete(one);
    return found.length;
  };
  const exact = leftovers.map((entry) => {
    const { path, marker } = readEntry(entry);
    const isMarked = ({ item }: LeftItem) => marker !== undefined && JSON.stringify(item.content).includes(marker);
    return take((one) => isMarked(one) || (one.address === path && isSamePath(path, one.facts.itemPath ?? '')), 1);
  });
  // An entry with the address of a list stands for any of its items.
  const matched = leftovers.map((entry, index) => {
    const { path } = readEntry(entry);
    const isInList = ({ facts }: LeftItem) =>
      [facts.listPath, facts.create?.path].some((one) => one && isSamePath(path, one));
    return (exact[index] ?? 0) + take(isInList, (entry.count ?? 1) - (exact[index] ?? 0));
  });
  const wrong = leftovers.filter(({ count = 1, mayExist }, index) => !mayExist && (matched[index] ?? 0) < count);
  return {
    left: all.length,
    reported: leftovers.reduce((sum, { count = 1 }) => sum + count, 0),
    unreported: [...rest].map(({ address }) => address),
    notLeft: wrong.map((entry) => readEntry(entry).path),
  };
}

/** The path of an entry, and the marker that it names. */
function readEntry({ url }: Leftover): { readonly path: string; readonly marker: string | undefined } {
  const [address = ''] = url.split(' ');
  const path = address.replace(/^https?:\/\/[^/]+/, '').split('?')[0] ?? '';
  return { path, marker: /\(marked ([^)\s]+)\)/.exec(url)?.[1] };
}

function locate(item: TrueItem, service: ServiceFacts, truth: Truth): LeftItem {
  const facts = service.collections[item.collection];
  if (!facts) throw new Error(`No collection ${item.collection}.`);
  const ids = [...listAncestors(item, facts, truth), item.id];
  const template = facts.itemPath ?? facts.listPath;
  const own = facts.itemPath === undefined ? ids.slice(0, -1) : ids;
  return { item, facts, address: fillTemplate(template, own.slice(own.length - (template.split('{').length - 1))) };
}

function listAncestors({ parent }: TrueItem, facts: CollectionFacts, truth: Truth): string[] {
  if (!facts.parent || parent === undefined) return [];
  const { index } = facts.parent;
  const all = [...truth.others, ...truth.visitors, ...truth.created];
  const above = all.find(({ collection, id }) => collection === index && id === parent);
  return [...(above ? listAncestors(above, facts.parent, truth) : []), parent];
}

/** Items of others that the client wrote to, or that have changed; other clients change what they created themselves. */
export function listHarmed(service: ServiceFacts, { others, visitors }: Truth): HarmedItem[] {
  const describe = (createdBy: HarmedItem['createdBy']) => (item: Truth['others'][number]) => ({
    collection: service.collections[item.collection]?.design.noun ?? '',
    id: item.id,
    createdBy,
    is: !item.exists ? ('gone' as const) : item.isIntact ? ('written' as const) : ('changed' as const),
    requests: [...new Set(item.harmedBy)].slice(0, 20),
  });
  return [
    ...others.filter(({ harmedBy, isIntact }) => harmedBy.length > 0 || !isIntact).map(describe('others')),
    ...visitors.filter(({ harmedBy }) => harmedBy.length > 0).map(describe('visitors')),
  ];
}
