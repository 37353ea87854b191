import { parsePointer } from '../json.js';
import type { Operation } from './operation.js';
import type { Collection, CollectionOperations, ResourceSubject, ServiceSubject, Subject } from './subject.js';

/** Names of the collections of a subject: for an address, its own name and those of the collections it belongs to. */
export function listSubjectCollections(subject: Subject): string[] {
  if (subject.kind === 'service') return subject.collections.map(({ name }) => name);
  if (subject.kind === 'collection') return [subject.name];
  if (subject.kind === 'action') return [subject.collection.name];
  const { operations, collection } = subject.kind === 'operation' ? subject.resource : subject;
  const owners = operations.flatMap(({ owner }) => (owner === undefined ? [] : [owner.split('/')[0] ?? owner, owner]));
  return [...new Set([collection.name, ...owners])];
}

export const getCollection = (subject: Exclude<Subject, ServiceSubject>): Collection =>
  subject.kind === 'collection' ? subject : subject.collection;

/** The address of a subject; undefined for subjects without one. */
export const getResource = (subject: Subject): ResourceSubject | undefined =>
  subject.kind === 'operation' ? subject.resource : subject.kind === 'resource' ? subject : undefined;

type Role = keyof CollectionOperations;

/** The roles of operations on one item of a collection. */
export const itemRoles = ['read', 'head', 'replace', 'patch', 'remove'] as const;

/** The roles of all operations of a collection. */
export const collectionRoles = ['list', 'create', ...itemRoles] as const;

/** The roles of operations that write. */
export const writeRoles = ['create', 'replace', 'patch', 'remove'] as const;

/** The operations of a collection with these roles after a change; without those for which it gives undefined. */
export const changeOperations = <R extends Role>(
  collection: Pick<Collection, R>,
  roles: readonly R[],
  change: (operation: Operation, role: R) => Operation | undefined,
): Pick<CollectionOperations, R> =>
  Object.fromEntries(
    roles.flatMap((role) => {
      const changed = collection[role] && change(collection[role], role);
      return changed ? [[role, changed]] : [];
    }),
  ) as Pick<CollectionOperations, R>;

/** The path templates of items, each also with the name of the member that its last parameter has the value of. */
export const listItemTemplates = (collections: readonly Pick<Collection, 'itemPath' | 'id'>[]): string[] =>
  collections.flatMap(({ itemPath, id }) =>
    itemPath === undefined
      ? []
      : [itemPath, itemPath.replace(/\{[^{}]+\}(?=[^{}]*$)/, `{${parsePointer(id.pointer).at(-1) ?? 'id'}}`)],
  );
