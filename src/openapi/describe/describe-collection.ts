import type { Json, JsonObject } from '../../model/json.js';
import type { Known } from '../../model/service/declared-service.js';
import { fact } from '../../model/service/facts.js';
import type { Fact, Operation, Schema } from '../../model/service/operation.js';
import type { Action, Collection, Envelope } from '../../model/service/subject.js';
import { type Hole, idPointerIn } from '../recognize/id-member.js';
import { openedEntry } from '../recognize/item-envelope.js';
import { traitsOf } from '../recognize/member-traits.js';
import { type Reading, readPage } from '../recognize/page-members.js';
import { opened } from '../recognize/schema-shape.js';
import { nounOf } from '../recognize/words.js';
import type { Branch } from './classify-paths.js';
import { describeIdempotency } from './describe-idempotency.js';
import { describePaging, unpaged } from './describe-paging.js';
import type { Described } from './described-operation.js';
import { blank, withDeclared } from './empty-collection.js';
import { linkedId } from './linked-id.js';
import { recordFacts, recordOf } from './record-fields.js';
import { openedOperations } from './unwrap-operations.js';

/** Everything the document says of one collection, as one subject. */
export function describeCollection(document: JsonObject, branch: Branch, name: string, known: Known): Collection {
  const base = blank(name, branch.path, known);
  const reading = listing(document, branch);
  const { operations, envelope } = openedOperations(document, operationsIn(branch, reading), nounOf(branch.path));
  const item = itemSchema(document, reading, operations);
  const id =
    insideOf(linkedId(document, branch), envelope) ??
    idPointerIn(document, item as Json | undefined, nounOf(branch.path), holeOf(branch));
  const traits = bodyTraits(document, branch, operations, { id: id ?? '/id', reading });
  const keys = operations.create && describeIdempotency(document, operations.create, branch.create?.evidence ?? '');
  const paging = pagingOf(document, branch, reading, known);
  return {
    ...base,
    ...(branch.itemPath === undefined ? {} : { itemPath: branch.itemPath }),
    ...operations,
    ...(envelope ? { envelope } : {}),
    id: { pointer: id ?? '/id' },
    ...(item === undefined ? {} : { item }),
    actions: branch.actions.map((action) => ({ ...actionOf(action), ...recordOf(document, action) })),
    pagination: paging.pagination,
    ...(keys && !base.idempotency ? { idempotency: keys.carrier } : {}),
    ...traits.collection,
    deletion: { mode: operations.remove ? modeOf(operations.remove) : 'hard' },
    facts: [
      ...base.facts,
      ...operationFacts(branch, operations),
      ...recordFacts(document, branch.actions),
      idFact(branch, id),
      ...(envelope ? [fact('envelope', { ...envelope }, 'described', evidenceOf(branch))] : []),
      ...paging.facts,
      ...(base.idempotency ? [] : (keys?.facts ?? [])),
      ...traits.facts,
    ],
  };
}

/** The hole that the id fills, with what any operation on the item says of it. */
function holeOf({ parameter, read, replace, patch, remove }: Branch): Hole {
  const on = [read, replace, patch, remove].flatMap((one) => one?.operation.parameters ?? []);
  const schema = on.find(({ name, in: place }) => place === 'path' && name === parameter)?.schema;
  const description = typeof schema === 'object' ? String(schema.description ?? '') : '';
  return { name: parameter, description };
}

/** A pointer into what is answered, as a pointer into the item. */
export function insideOf(pointer: string | undefined, envelope: Envelope | undefined): string | undefined {
  const around =
    envelope?.style === 'json-api' ? '/data' : envelope?.response === undefined ? '' : `/${envelope.response}`;
  return pointer?.startsWith(`${around}/`) ? pointer.slice(around.length) : pointer;
}

function itemSchema(document: JsonObject, reading: Reading, { read, create }: Operations): Collection['item'] {
  const listed = typeof reading === 'object' ? reading.entry : undefined;
  const entry = openedEntry(document, listed) ?? (listed as Collection['item']);
  return read?.response?.schema ?? entry ?? create?.response?.schema;
}

function pagingOf(document: JsonObject, { list, path }: Branch, reading: Reading, known: Known) {
  const page = typeof reading === 'object' ? reading : undefined;
  const described = list && describePaging(document, list.operation, page, list.evidence);
  return {
    pagination: withDeclared(described?.pagination ?? unpaged, known.pagination, path),
    facts: described?.facts ?? [],
  };
}

function listing(document: JsonObject, { list, path }: Branch): Reading {
  if (!list) return 'unknown';
  return readPage(document, list.operation.response?.schema as Json | undefined, nounOf(path));
}

type Operations = Pick<Collection, 'list' | 'create' | 'read' | 'head' | 'replace' | 'patch' | 'remove'>;

function operationsIn(branch: Branch, reading: Reading): Operations {
  const { list, create, read, head, replace, patch, remove } = branch;
  const known = { list: reading === 'no-page' ? undefined : list, create, read, head, replace, patch, remove };
  const usable = Object.entries(known).filter(([, described]) => described && !described.unusable);
  const operations: Operations = Object.fromEntries(usable.map(([role, described]) => [role, described?.operation]));
  return operations.read && !operations.head ? { ...operations, head: assumedHead(operations.read) } : operations;
}

/** Where GET is, HEAD is expected (RFC 9110 §9.1). */
export const assumedHead = ({ path, parameters, secured }: Operation): Operation => ({
  method: 'HEAD',
  path,
  provenance: 'assumed',
  statuses: [],
  parameters,
  ...(secured === undefined ? {} : { secured }),
});

function bodyTraits(
  document: JsonObject,
  branch: Branch,
  { create, read }: Operations,
  { id, reading }: { readonly id: string; readonly reading: Reading },
) {
  const schema = create?.request?.schema as Json | undefined;
  const answered = [read?.response?.schema, typeof reading === 'object' ? reading.entry : undefined];
  const isReused = answered.some((other) => isSame(schema, opened(document, other as Json | undefined)));
  const isConflicting = create?.statuses.includes(409) ?? false;
  const { marker, unique, serverAssigned } = traitsOf(document, schema, {
    id,
    isReused,
    isConflicting,
    isAddressed: branch.itemPath !== undefined,
  });
  const evidence = branch.create?.evidence ?? '';
  const facts: Fact[] = [
    ...(marker === undefined ? [] : [fact('marker', marker, 'assumed', evidence)]),
    ...(unique.length === 0 ? [] : [fact('unique', unique, 'assumed', evidence)]),
    ...(serverAssigned.length === 0 ? [] : [fact('serverAssigned', serverAssigned, 'assumed', evidence)]),
  ];
  const collection = {
    unique,
    ...(marker === undefined ? {} : { marker }),
    ...(serverAssigned.length === 0 ? {} : { serverAssigned }),
  };
  return { collection, facts };
}

/** One schema for reading and writing is the usual reason why read-only members stand among the required ones. */
const isSame = (one: Json | undefined, other: Schema | undefined): boolean =>
  one !== undefined && (one === other || JSON.stringify(one) === JSON.stringify(other));

function actionOf({ name, path, post, get }: Branch['actions'][number]): Action {
  const example = post.operation.request?.example;
  return {
    name,
    path,
    post: post.operation,
    ...(get && !get.unusable ? { get: get.operation } : {}),
    ...(example === undefined ? {} : { body: example }),
  };
}

/** A removal that is only ever accepted (202) is not done when it is answered. */
const modeOf = ({ statuses }: Operation): 'hard' | 'async' =>
  statuses.includes(202) && !statuses.includes(200) && !statuses.includes(204) ? 'async' : 'hard';

const roles = ['list', 'create', 'read', 'head', 'replace', 'patch', 'remove'] as const;

function operationFacts(branch: Branch, operations: Operations): Fact[] {
  const told = roles.flatMap((role) => {
    const operation = operations[role];
    const described: Described | undefined = branch[role];
    if (!operation) return [];
    const evidence = described?.evidence ?? branch.read?.evidence ?? '';
    return [fact(role, `${operation.method} ${operation.path}`, operation.provenance, evidence)];
  });
  return [
    ...told,
    ...branch.actions.map(({ name, path, post }) => fact(`action ${name}`, `POST ${path}`, 'described', post.evidence)),
  ];
}

const evidenceOf = ({ read, list, create }: Pick<Branch, 'read' | 'list' | 'create'>): string =>
  (read ?? list ?? create)?.evidence ?? '';

const idFact = ({ read, list, create }: Branch, id: string | undefined): Fact => {
  const evidence = evidenceOf({ read, list, create });
  return id === undefined ? fact('id', '/id', 'assumed', evidence) : fact('id', id, 'described', evidence);
};
