import type { LedgerScope } from '../../ledger/entry.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import { isObject } from '../../model/json.js';
import { findFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import type { Item } from '../../rule/items.js';
import type { CaseClient } from '../items/case-client.js';
import type { RunContext } from '../run-context.js';
import type { WriteKind } from './bodies/correct-body.js';
import { type BodyLearner, isMethodAbsent } from './bodies/learn-body.js';

/** What the steps of a calibration share. */
export interface CalibrationContext {
  readonly site: RunContext;
  readonly ledger: LedgerScope;
  readonly setupScope: LedgerScope;
  readonly wire: CaseClient;
  readonly notes: string[];
}

/** Bodies that were described like those of creations stay like them. */
export function shareLearnedSchema(before: Collection, known: Collection): Collection {
  const schema = known.create?.request?.schema;
  const old = JSON.stringify(before.create?.request?.schema);
  const roles = (['replace', 'patch'] as const).filter((role) => {
    const operation = known[role];
    return operation?.provenance === 'assumed' && JSON.stringify(operation.request?.schema) === old;
  });
  if (schema === undefined || known.create?.provenance !== 'assumed' || JSON.stringify(schema) === old) return known;
  const shared = roles.map((role) => {
    const operation = known[role];
    const partial = isObject(schema) && role === 'patch' ? { ...schema, required: [] } : schema;
    return [role, { ...operation, request: { mediaType: 'application/json', ...operation?.request, schema: partial } }];
  });
  return { ...known, ...Object.fromEntries(shared) };
}

/** An assumed GET of items is removed when the service returns no item although it created one. */
export async function calibrateRead(collection: Collection, item: Item, { notes }: CalibrationContext) {
  if (findFact(collection, 'read')?.provenance !== 'assumed') return collection;
  const exchange = await item.getUntil((seen) => hasStatus(seen, 200));
  if (!isMethodAbsent(exchange)) return collection;
  const { read: _, head: __, ...rest } = collection;
  notes.push(
    `${collection.name}: GET of an item is not implemented: the service answered ${exchange.answer?.status} (exchange ${exchange.n})`,
  );
  return {
    ...rest,
    facts: [...rest.facts.filter(({ about }) => about !== 'read'), createMissingFact('read', `GET ${item.path}`)],
  };
}

/** An assumed DELETE is removed when the service refuses it although the item exists. */
export async function calibrateRemoval(collection: Collection, item: Item, { site, notes }: CalibrationContext) {
  const { remove, ...rest } = collection;
  if (remove?.provenance !== 'assumed' || !site.mayDelete || !collection.read) return collection;
  const exchange = await item.delete();
  if (!isMethodAbsent(exchange) || !hasStatus(await item.get(), 200)) return collection;
  notes.push(
    `${collection.name}: DELETE is not implemented: the service answered ${exchange.answer?.status} (exchange ${exchange.n})`,
  );
  return { ...rest, facts: [...collection.facts, createMissingFact('remove', `DELETE ${item.path}`)] };
}

/** Where nothing describes a service and it has no POST, PUT may create an item under an id that the client chooses. */
export function proposeNamedCreation({
  create,
  creation,
  replace,
  itemPath,
}: Collection): Pick<Collection, 'create' | 'creation'> | undefined {
  const isGuess = create?.provenance === 'assumed' && replace?.provenance === 'assumed' && creation === undefined;
  if (!isGuess || itemPath === undefined || replace.request === undefined) return undefined;
  return { create: { ...replace, path: itemPath }, creation: { path: itemPath, isNamed: true } };
}

const createMissingFact = (about: string, evidence: string) => ({
  about,
  value: false,
  provenance: 'observed' as const,
  evidence,
});

/** Removes an assumed operation that the service does not implement. */
export function dropOperation(
  learning: BodyLearner,
  writing: WriteKind,
  exchange: Exchange,
  { notes }: CalibrationContext,
): Collection {
  const { [writing]: _, creation, ...others } = learning.getCollection();
  const rest = creation && writing !== 'create' ? { ...others, creation } : others;
  const { method, path, n, answer } = exchange;
  notes.push(`${rest.name}: ${method} is not implemented: the service answered ${answer?.status} (exchange ${n})`);
  return {
    ...rest,
    facts: [...rest.facts.filter(({ about }) => about !== writing), createMissingFact(writing, `${method} ${path}`)],
  };
}
