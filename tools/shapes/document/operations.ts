import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import { describeCreation } from './creation.js';
import { answer, describeRefusals, type Operation, type PathOperations, query } from './parts.js';
import { describeListing, describeRead, describeReading, describeRequiredQuery } from './reading.js';
import { describeId } from './schemas.js';
import { listMissing } from './statuses.js';
import { describeAction, describeChange, describeRemoval } from './writing.js';

/** Adds all operations of a collection. */
export function describeCollection(facts: CollectionFacts, service: ServiceFacts, paths: PathOperations): void {
  const add = (path: string, method: string, operation: Operation) => {
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      tags: [facts.plural],
      parameters: [...describeParameters(facts, path), ...((operation.parameters as unknown[]) ?? [])],
      ...omit(operation, 'parameters'),
    };
  };
  add(facts.listPath, 'GET', describeListing(facts, service));
  if (facts.create) add(facts.create.path, facts.create.method, describeCreation(facts, service));
  if (facts.itemPath === undefined) return;
  add(facts.itemPath, 'GET', describeReading(facts, service));
  for (const { method, mediaType } of facts.changes)
    if (facts.create?.path !== facts.itemPath || facts.create.method !== method)
      add(facts.itemPath, method, describeChange(facts, service, mediaType));
  if (facts.design.choices.removal !== 'none') add(facts.itemPath, 'DELETE', describeRemoval(facts, service));
  if (facts.archivePath)
    add(facts.archivePath, 'POST', {
      summary: `Archive one of the ${facts.plural}, which its removal needs`,
      responses: { 200: answer('Archived', describeRead(facts)), ...describeRefusals(service, listMissing(facts)) },
    });
  describeAction(facts, service, add);
}

const omit = (object: Operation, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** Ids in the path, and the query that must be sent. */
function describeParameters(facts: CollectionFacts, path: string): unknown[] {
  const chain: CollectionFacts[] = [];
  for (let one: CollectionFacts | undefined = facts; one; one = one.parent) chain.unshift(one);
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const isOfList = path === facts.listPath || (facts.create?.path === path && path !== facts.itemPath);
  const owners = isOfList ? chain.slice(0, -1) : chain;
  const parameters = names.map((name, place) => {
    const owner = owners[owners.length - names.length + place];
    return query(name, true, owner ? describeId(owner) : { type: 'string' }, 'path');
  });
  const { requiredQuery, design } = facts;
  const isNeeded = design.choices.requiredQuery === 'everywhere';
  if (!requiredQuery || !isNeeded) return parameters;
  return [...parameters, describeRequiredQuery(requiredQuery)];
}
