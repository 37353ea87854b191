import type { Json } from '../../model/json.js';
import type { IdempotencyCarrier } from '../../model/service/collection-parts.js';
import { createFact, type Operation } from '../../model/service/operation.js';
import { isIdempotencyKey } from '../recognize/member-traits.js';
import { listMembers } from '../recognize/schema-shape.js';

/** Finds the idempotency key of a described creation: a header parameter, or a member of its body. */
export function describeIdempotency(document: Json, create: Operation, evidence: string) {
  const carrier = findHeaderCarrier(create) ?? findBodyCarrier(document, create);
  if (!carrier) return undefined;
  return { carrier, facts: [createFact('idempotency', { in: carrier.in, name: carrier.name }, 'described', evidence)] };
}

function findHeaderCarrier({ parameters }: Operation): IdempotencyCarrier | undefined {
  const found = parameters.find(
    ({ in: place, name, schema }) =>
      place === 'header' && isIdempotencyKey(name, typeof schema === 'object' ? schema : {}),
  );
  if (!found) return undefined;
  return { in: 'header', name: found.name, format: detectKeyFormat(found.schema), required: found.required };
}

function findBodyCarrier(document: Json, { request }: Operation): IdempotencyCarrier | undefined {
  const members = [...listMembers(document, request?.schema as Json | undefined)];
  const found = members.find(([name, { schema }]) => isIdempotencyKey(name, schema));
  return found && { in: 'body', name: found[0], format: 'raw', required: found[1].isRequired };
}

/** A structured field is a text in double quotes, as an example or pattern may show. */
function detectKeyFormat(schema: Operation['parameters'][number]['schema']): 'raw' | 'sf-string' {
  const { pattern, example, examples } = (typeof schema === 'object' ? schema : {}) as Record<string, unknown>;
  const shown = [pattern, example, ...(Array.isArray(examples) ? examples : [])].map(String);
  return shown.some((text) => /^\^?".*"\$?$/.test(text)) ? 'sf-string' : 'raw';
}
