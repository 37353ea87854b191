import type { Design } from '../design/design.js';

/** What a client is given. `profile`: all that the design says. */
export type Mode = 'url' | 'flag' | 'document' | 'profile';

export const factNames = ['list', 'item', 'id', 'creation', 'change', 'removal', 'paging', 'parents'] as const;
export type FactName = (typeof factNames)[number];

/** `absent`: the collection has none, such as a creation of a read-only list. */
export type Findability = 'findable' | 'hidden' | 'absent';

/** Which facts of each collection a crawler finds out from what a mode gives, by the index of the collection. */
export async function findFacts(_design: Design, _mode: Mode): Promise<readonly Record<FactName, Findability>[]> {
  throw new Error('Not available yet.');
}
