import { parsePointer } from '../json.js';
import type { Collection } from './subject.js';

/** The path templates of items, each also with the name of the member that its last parameter has the value of. */
export const listItemTemplates = (collections: readonly Pick<Collection, 'itemPath' | 'id'>[]): string[] =>
  collections.flatMap(({ itemPath, id }) =>
    itemPath === undefined
      ? []
      : [itemPath, itemPath.replace(/\{[^{}]+\}(?=[^{}]*$)/, `{${parsePointer(id.pointer).at(-1) ?? 'id'}}`)],
  );
