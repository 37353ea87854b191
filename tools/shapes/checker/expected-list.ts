import type { TrueItem } from '../engine/truth.js';
import { listTrue } from './service.js';
import type { Entry, Subject } from './subject.js';

/** Number of items in a list of the newest only. */
const newestCount = 20;

/** What identifies an entry: its id, or the members that it has in lists without ids. */
export function keyEntry(subject: Subject, { id, body }: Entry): string {
  const { members } = subject.facts;
  const shown = subject.choices.entry === 'fewer' ? members.slice(0, 1) : members;
  const object = body as Readonly<Record<string, unknown>> | null;
  return id ?? JSON.stringify(shown.map(({ name }) => object?.[name] ?? null));
}

/** Whether entries have what identifies an item. */
const hasIds = ({ facts, choices }: Subject) => facts.id.list !== undefined || choices.listShape === 'by-id';

export const keyItem = (subject: Subject, { id, content }: TrueItem): string =>
  keyEntry(subject, { id: hasIds(subject) ? id : undefined, body: content });

/** The items that a list shows, in its order, without those of visitors. */
export function listExpected(subject: Subject, caller = 0): TrueItem[] {
  const parent = subject.parents.at(-1);
  const all = listTrue(subject.service, subject.facts, caller).filter((item) => item.parent === parent);
  const shown = subject.choices.extent === 'newest' ? all.slice(-newestCount) : all;
  const { order, listShape } = subject.choices;
  if (listShape === 'by-id' || order === 'oldest-first') return shown;
  if (order === 'newest-first') return shown.reverse();
  const first = subject.facts.members[0]?.name ?? '';
  const keys = new Map(shown.map((item, place) => [item, `${item.content[first]} ${String(place).padStart(9, '0')}`]));
  return shown.sort((one, other) => ((keys.get(one) ?? '') < (keys.get(other) ?? '') ? -1 : 1));
}

/** Whether other clients write while the list is read. */
export const hasVisitors = ({ design }: Subject): boolean => design.otherClients === 'writing';

/** What differs between the entries of a list and the items that it should show. */
export function compareList(
  subject: Subject,
  entries: readonly Entry[],
  items: readonly TrueItem[],
): string | undefined {
  const expected = items.map((item) => keyItem(subject, item));
  const found = entries.map((entry) => keyEntry(subject, entry));
  const { others, visitors, created } = subject.service.truth;
  const visiting = visitors.filter(({ collection }) => collection === subject.facts.index);
  const known = new Set([...others, ...created, ...visiting].map((item) => keyItem(subject, item)));
  if (!found.every((key) => known.has(key))) return 'has unknown entries';
  if (subject.choices.extent === 'newest' && visiting.length > 0) return undefined;
  if (visiting.length > 0 && !hasIds(subject)) return compareCounts(found, expected, visiting.length);
  const visitorKeys = new Set(visiting.map((item) => keyItem(subject, item)));
  return compareKeys(
    subject,
    found.filter((key) => !visitorKeys.has(key)),
    expected,
  );
}

function compareKeys({ choices }: Subject, found: readonly string[], expected: readonly string[]): string | undefined {
  if (new Set(found).size < new Set(expected).size || found.length < expected.length)
    return `has not all items: ${found.length} of ${expected.length}`;
  if (found.length > expected.length) return `has too many entries: ${found.length} for ${expected.length} items`;
  const isSame = choices.listShape === 'by-id' ? sameSet(found, expected) : found.join('\n') === expected.join('\n');
  return isSame ? undefined : 'has other entries, or in another order';
}

/** Of lists without ids, which items of visitors are in. */
function compareCounts(found: readonly string[], expected: readonly string[], visitors: number): string | undefined {
  const left = [...found];
  for (const key of expected) {
    const place = left.indexOf(key);
    if (place < 0) return 'has not all items';
    left.splice(place, 1);
  }
  return left.length > visitors ? `has ${left.length} entries too many` : undefined;
}

const sameSet = (one: readonly string[], other: readonly string[]) =>
  [...one].sort().join('\n') === [...other].sort().join('\n');
