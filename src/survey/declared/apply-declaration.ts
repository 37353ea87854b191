import { isObject, type Json } from '../../model/json.js';
import type { KnownResource } from '../../model/service/declared-service.js';
import { beliefIn, believing, fact } from '../../model/service/facts.js';
import type { Fact, Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import type { Contradiction } from '../../model/service/survey.js';
import { assumedHead, insideOf } from '../../openapi/describe/describe-collection.js';
import { withDeclared } from '../../openapi/describe/empty-collection.js';
import { withId } from '../../openapi/recognize/words.js';
import { actionsOf } from './declared-actions.js';
import { patchBody, replaceBody, writing } from './declared-bodies.js';
import { lifeOf } from './declared-states.js';

/** A collection with what was declared put in, and where that contradicts what was described. */
export interface Declared {
  readonly collection: Collection;
  readonly contradictions: readonly Contradiction[];
}

/** Puts what a resource declares over what is believed of its collection; what is declared wins. */
export function declare(base: Collection, resource: KnownResource): Declared {
  const operations = operationsOf(base, resource);
  const facts = factsOf(base, operations, resource);
  const { id, marker, create, delete: removal, volatile = [], accessStatistics, semanticInvalid } = resource;
  const deletion =
    removal === undefined
      ? base.deletion
      : removal === false
        ? ({ mode: 'none' } as const)
        : {
            mode: removal.mode ?? 'hard',
            ...(removal.tombstone === undefined ? {} : { tombstone: removal.tombstone }),
          };
  const { list, create: making, read, head, replace, patch, remove, ...rest } = base;
  const collection: Collection = {
    ...rest,
    ...operations,
    name: resource.name,
    itemPath: itemPathOf(base, resource),
    id: {
      pointer: insideOf(id?.pointer, base.envelope) ?? base.id.pointer,
      ...(id?.mutableBy ? { mutableBy: id.mutableBy } : {}),
    },
    actions: actionsOf(base, resource),
    pagination: withDeclared(base.pagination, resource.pagination, base.path),
    deletion,
    ...(marker ? { marker: marker.field } : {}),
    unique: (create || undefined)?.unique ?? base.unique,
    overrides: { ...base.overrides, ...(create ? create.overrides : {}) },
    volatile: [...new Set([...base.volatile, ...volatile])],
    accessStatistics: accessStatistics ?? base.accessStatistics,
    semanticInvalid: semanticInvalid ?? base.semanticInvalid,
    ...lifeOf(base, resource),
    facts: believing(base.facts, facts),
  };
  return { collection, contradictions: contradictionsOf(base, resource.name, facts) };
}

/** The item path, its parameter called `{id}`; right below the collection when nobody says otherwise. */
function itemPathOf(base: Collection, { item, collection }: KnownResource): string {
  return withId(item ?? base.itemPath ?? `${collection.replace(/\/$/, '')}/{id}`);
}

type Operations = Pick<Collection, 'list' | 'create' | 'read' | 'head' | 'replace' | 'patch' | 'remove'>;

function operationsOf(base: Collection, resource: KnownResource): Operations {
  const itemPath = itemPathOf(base, resource);
  const isKnown = isShown(base);
  const plain = (method: 'GET' | 'DELETE', path: string): Operation => ({
    method,
    path,
    provenance: 'declared',
    statuses: [],
    parameters: [],
  });
  const read =
    moved(base.read, itemPath) ?? (isKnown && resource.item === undefined ? undefined : plain('GET', itemPath));
  const create = resource.create === false ? undefined : writing(base.create, 'POST', base.path, resource.create);
  const writes = { create, replace: moved(base.replace, itemPath), patch: moved(base.patch, itemPath) };
  const operations = {
    list: base.list ?? (isKnown ? undefined : plain('GET', base.path)),
    create,
    read,
    head: moved(base.head, itemPath) ?? (read && assumedHead(read)),
    replace:
      resource.replace === false ? undefined : writing(writes.replace, 'PUT', itemPath, replaceBody(resource, writes)),
    patch: resource.patch === false ? undefined : writing(writes.patch, 'PATCH', itemPath, patchBody(resource, writes)),
    remove: removes(resource)
      ? (moved(base.remove, itemPath) ?? (resource.delete && plain('DELETE', itemPath)))
      : undefined,
  };
  return Object.fromEntries(Object.entries(operations).filter(([, operation]) => operation)) as Operations;
}

/** Whether a document, or entries that were looked at, tell what there is: then nothing is there for the mere asking. */
const isShown = (base: Collection): boolean =>
  [base.list, base.create, base.read].some((one) => one?.provenance === 'described') ||
  Number(beliefIn(base, 'entries')?.value ?? 0) > 0;

const removes = ({ delete: removal }: KnownResource): boolean => removal !== false && removal?.mode !== 'none';

const moved = (operation: Operation | undefined, path: string): Operation | undefined =>
  operation && { ...operation, path };

const roles = ['list', 'create', 'read', 'head', 'replace', 'patch', 'remove'] as const;

function factsOf(base: Collection, operations: Operations, resource: KnownResource): Fact[] {
  const { where } = resource;
  const said = (about: string, value: Json | undefined) =>
    value === undefined ? [] : [fact(about, value, 'declared', where)];
  const off = [
    resource.create === false && 'create',
    resource.replace === false && 'replace',
    resource.patch === false && 'patch',
    !removes(resource) && 'remove',
  ];
  return [
    ...roles.flatMap((role) => {
      const operation = operations[role];
      const isNew =
        operation && operation.provenance !== 'described' && !(base[role] && operation.provenance === 'assumed');
      return isNew ? [fact(role, `${operation.method} ${operation.path}`, operation.provenance, where)] : [];
    }),
    ...off.flatMap((role) => (role ? [fact(role, false, 'declared', where)] : [])),
    ...said('read', resource.item && base.read && `GET ${itemPathOf(base, resource)}`),
    ...said('id', insideOf(resource.id?.pointer, base.envelope)),
    ...said('marker', resource.marker?.field),
    ...said('unique', (resource.create || undefined)?.unique as Json | undefined),
    ...said('pagination', resource.pagination as Json | undefined),
    ...said('items', resource.pagination?.items),
  ];
}

/** A choice may be made over an assumption; only what a document says, or traffic showed, is contradicted. */
function contradictionsOf(base: Collection, subject: string, facts: readonly Fact[]): Contradiction[] {
  return facts.flatMap((believed) => {
    const doubted = beliefIn(base, believed.about);
    const isFirm = doubted?.provenance === 'described' || doubted?.provenance === 'observed';
    if (!doubted || !isFirm || believed.about === 'marker' || believed.about === 'unique') return [];
    return disagrees(believed.value, doubted.value) ? [{ subject, about: believed.about, believed, doubted }] : [];
  });
}

/** Declaring more than is known, or the same in parts, is no disagreement. */
function disagrees(believed: Json, doubted: Json): boolean {
  if (!isObject(believed) || !isObject(doubted)) return JSON.stringify(believed) !== JSON.stringify(doubted);
  return Object.entries(believed).some(
    ([name, value]) => doubted[name] !== undefined && disagrees(value, doubted[name] as Json),
  );
}
