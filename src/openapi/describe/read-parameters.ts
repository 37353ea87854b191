import type { Method } from '../../model/exchange.js';
import { isObject, type Json, type JsonObject, omitUndefined } from '../../model/json.js';
import { getOnlyValue, type Parameter, type Schema } from '../../model/service/operation.js';
import { followReference, listMembers, openReference } from '../recognize/schema-shape.js';
import { addVersionDefault } from './fixed-query.js';

/** The parameters of an operation: its own, and those of its path. */
export function readParameters(document: JsonObject, item: JsonObject, raw: JsonObject): Parameter[] {
  const nodes = [item.parameters, raw.parameters].flatMap((list) => (Array.isArray(list) ? (list as Json[]) : []));
  const known = nodes.map((node) => followReference(document, node)).filter((node) => typeof node.name === 'string');
  const byKey = new Map(known.map((node) => [`${node.in} ${node.name}`, node]));
  return [...byKey.values()]
    .flatMap((node) => explodeParameter(document, node))
    .map((one) => addVersionDefault(one, document));
}

/** An object in the query becomes one parameter per member: `page[size]` as a deep object, otherwise `size`. */
function explodeParameter(document: JsonObject, node: JsonObject): Parameter[] {
  const members = node.in === 'query' && node.content === undefined ? listMembers(document, node.schema) : new Map();
  if (members.size === 0) return [readParameter(document, node)];
  const name = String(node.name);
  const isDeep = node.style === 'deepObject' || /^(page|pagination|filter)$/i.test(name);
  return [...members].map(([member, { schema, isRequired }]) => ({
    name: isDeep ? `${name}[${member}]` : member,
    in: 'query' as const,
    required: node.required === true && isRequired,
    schema,
  }));
}

function readParameter(document: JsonObject, node: JsonObject): Parameter {
  const schema = openReference(document, node.schema);
  const example = findParameterExample(document, node);
  const [content] = isObject(node.content) ? Object.values(node.content) : [];
  const members = isObject(content) ? [...listMembers(document, content.schema).keys()] : [];
  return {
    name: String(node.name),
    in: node.in as Parameter['in'],
    required: node.required === true,
    ...annotateSchema(schema, node),
    ...(example === undefined ? {} : { example }),
    ...(members.length > 0 && { members }),
  };
}

/** The example of a parameter itself, or the first of its named ones. */
function findParameterExample(document: JsonObject, { example, examples }: JsonObject): Json | undefined {
  if (example !== undefined) return example;
  const [first] = isObject(examples)
    ? Object.values(examples)
    : Array.isArray(examples)
      ? [{ value: examples[0] }]
      : [];
  return first === undefined ? undefined : followReference(document, first as Json).value;
}

/** What a parameter says of itself also applies to its values: its description, and that it is deprecated. */
function annotateSchema(schema: Schema | undefined, { description, deprecated }: JsonObject): { schema?: Schema } {
  const said = omitUndefined({ description, deprecated: deprecated === true ? deprecated : undefined });
  if (Object.keys(said).length === 0 || typeof schema === 'boolean') return schema === undefined ? {} : { schema };
  return { schema: { ...said, ...schema } };
}

/** A list that requires a parameter without a known value cannot be requested. */
export function findUnfillableParameter(parameters: readonly Parameter[], method: Method): string | undefined {
  const missing = parameters.find(
    ({ in: place, required, schema }) =>
      place === 'query' && required && getOnlyValue(schema) === undefined && !(isObject(schema) && 'default' in schema),
  );
  return missing && method !== 'POST' ? `needs the query parameter ${missing.name}` : undefined;
}
