import type { Design, ServiceChoices } from './design.js';

/** Values that cannot occur together, and what a design has instead. */
export interface Exclusion<Whole, Part> {
  readonly because: string;
  isViolated(whole: Whole): boolean;
  replace(whole: Whole): Part;
}

/** All exclusions of values of a service. */
export const serviceExclusions: readonly Exclusion<Design, Partial<ServiceChoices>>[] = [
  {
    because: 'a base path is a part of the paths',
    isViolated: ({ service }) => service.documentBase === 'base-path' && service.prefix === 'none',
    replace: () => ({ prefix: 'api' }),
  },
  {
    because: 'a document of version 2.0 has no example at the media type of a request',
    isViolated: ({ service }) => service.examples === 'media-type' && service.documentVersion === '2.0',
    replace: () => ({ examples: 'schema' }),
  },
  {
    because: 'a page has no codes and no pointers',
    isViolated: ({ service }) => service.errorShape === 'html' && service.refusal === 'pointer-code',
    replace: () => ({ refusal: 'sentence' }),
  },
  {
    because: 'without credentials, the owner of an item is unknown',
    isViolated: ({ service }) => service.callers === 'two' && service.reading === 'open',
    replace: () => ({ reading: 'closed' }),
  },
];
