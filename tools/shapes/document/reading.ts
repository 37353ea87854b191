import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import { answer, describeRefusals, type Operation, query } from './parts.js';
import { describeList, nameSchema, referTo, type Schema, wrapSchema } from './schemas.js';
import { listMissing } from './statuses.js';

export const describeRequiredQuery = ({ name, value }: { name: string; value: string }) =>
  query(name, true, { type: 'string', enum: [value] });

export function describeListing(facts: CollectionFacts, service: ServiceFacts): Operation {
  const { paging, requiredQuery, design } = facts;
  const parameters: unknown[] = [];
  if (requiredQuery && design.choices.requiredQuery === 'list') parameters.push(describeRequiredQuery(requiredQuery));
  if (paging) {
    const isDocumented = design.choices.maximum === 'documented';
    const limits = isDocumented ? { maximum: paging.maximumSize, default: paging.defaultSize } : {};
    parameters.push(query(paging.sizeParameter, false, { type: 'integer', minimum: 1, ...limits }));
    const { name, in: where } = paging.position;
    const isCounted = paging.firstPosition !== undefined;
    const position = isCounted ? { type: 'integer', minimum: paging.firstPosition } : { type: 'string' };
    parameters.push(query(name, false, position, where));
  }
  const names = [
    ...(paging?.next?.in === 'link' ? ['Link'] : []),
    ...(paging?.next?.in === 'header' ? [paging.next.name] : []),
    ...(paging?.total?.in === 'header' ? [paging.total.name] : []),
  ];
  const headers = Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));
  return {
    summary: `List ${facts.plural}`,
    parameters,
    responses: {
      200: { ...answer('The list', describeList(facts)), ...(names.length > 0 && { headers }) },
      ...describeRefusals(service, [
        ...(paging || requiredQuery ? [400] : []),
        ...(facts.parent || design.choices.pastEnd === 'missing' ? [404] : []),
      ]),
    },
  };
}

/** The schema of an item that is read. */
export const describeRead = (facts: CollectionFacts): Schema =>
  wrapSchema(facts.itemPointer, referTo(nameSchema(facts)));

export const describeReading = (facts: CollectionFacts, service: ServiceFacts): Operation => ({
  summary: `Read one of the ${facts.plural}`,
  responses: {
    200: {
      ...answer('The item', describeRead(facts)),
      ...(facts.design.choices.entityTag !== 'none' && { headers: { ETag: { schema: { type: 'string' } } } }),
    },
    ...(facts.design.choices.entityTag !== 'none' && { 304: answer('As the client has it') }),
    ...describeRefusals(service, [
      ...listMissing(facts),
      ...(facts.design.choices.requiredQuery === 'everywhere' ? [400] : []),
    ]),
  },
});
