/** What a client is given beside the URL and its credentials. `profile`: all that the design says. */
export type Mode = 'url' | 'flag' | 'document' | 'profile';

export const factNames = ['list', 'item', 'id', 'creation', 'change', 'removal', 'paging', 'parents'] as const;
export type FactName = (typeof factNames)[number];

/** `absent`: the collection has none, such as a creation of a read-only list. */
export type Findability = 'findable' | 'hidden' | 'absent';

export type FoundFacts = Readonly<Record<FactName, Findability>>;
