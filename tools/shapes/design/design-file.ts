import type { CollectionDesign, Design } from './design.js';
import { simplestChoices, simplestCollection, simplestDesign, simplestService } from './simplest.js';

/** A design by what is not simplest about it; of a part that is missing, all is simplest. */
export interface ShortDesign {
  readonly seed?: number;
  readonly service?: Partial<Design['service']>;
  readonly extras?: Design['extras'];
  readonly collections?: readonly ShortCollection[];
}

type ShortCollection = Partial<Omit<CollectionDesign, 'choices'>> & {
  readonly choices?: Partial<CollectionDesign['choices']>;
};

/** The design that is meant; a complete one stays as it is. */
export const completeDesign = ({ service, collections = [{}], ...rest }: ShortDesign): Design => ({
  ...simplestDesign,
  ...rest,
  service: { ...simplestService, ...service },
  collections: collections.map((one) => ({
    ...simplestCollection,
    ...one,
    choices: { ...simplestChoices, ...one.choices },
  })),
});

/** What is not simplest about a design, for a file. */
export const shortenDesign = ({ seed, service, extras, collections }: Design): ShortDesign => ({
  ...listDifferences({ seed, extras }, { seed: simplestDesign.seed, extras: simplestDesign.extras }),
  service: listDifferences(service, simplestService),
  collections: collections.map(({ choices, ...one }) => ({
    ...listDifferences(one, simplestCollection),
    choices: listDifferences(choices, simplestChoices),
  })),
});

function listDifferences<T extends object>(one: T, simplest: Partial<T>): Partial<T> {
  const isDifferent = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(simplest[name as keyof T]);
  return Object.fromEntries(Object.entries(one).filter(isDifferent)) as Partial<T>;
}
