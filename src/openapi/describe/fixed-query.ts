import type { Client } from '../../http/exchange.js';
import { getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import { getOnlyValue, type Operation, type Parameter, readExample } from '../../model/service/operation.js';
import { trimTrailingSlash } from '../recognize/words.js';
import type { DescribedOperation } from './described-operation.js';

/** Query parameters that every operation requires with the same value, such as an API version. */
export function findFixedQuery(operations: readonly DescribedOperation[]): Record<string, string> {
  const [first, ...others] = operations.map(({ operation }) => listFixedParameters(operation.parameters));
  // A parameter of a single operation belongs to that operation, not to the service.
  if (first === undefined || others.length === 0) return {};
  return Object.fromEntries(
    Object.entries(first).filter(([name, value]) => others.every((wanted) => getMember(wanted, name) === value)),
  );
}

/** Adds to later requests for an operation the query parameters that it requires with one possible value, and others do not (`everywhere`). */
export function addFixedQueries(
  operations: readonly DescribedOperation[],
  everywhere: Readonly<Record<string, string>>,
  client: Pick<Client, 'addQuery'>,
): void {
  for (const { operation, path } of operations) {
    const fixed = Object.entries(listFixedParameters(operation.parameters));
    const own = Object.fromEntries(fixed.filter(([name, value]) => getMember(everywhere, name) !== value));
    const parts = trimTrailingSlash(path).split('/');
    const isIt = (asked: string, method: string) => {
      const segments = trimTrailingSlash(asked).split('/');
      const isMethod = method === operation.method || (method === 'HEAD' && operation.method === 'GET');
      return (
        isMethod &&
        segments.length === parts.length &&
        parts.every((part, index) => part.includes('{') || part === segments[index])
      );
    };
    client.addQuery(own, isIt);
  }
}

function listFixedParameters(parameters: readonly Parameter[]): Readonly<Record<string, string>> {
  const wanted = parameters.filter(({ in: place, required }) => place === 'query' && required);
  return Object.fromEntries(
    wanted.flatMap(({ name, schema }) => {
      const value = getOnlyValue(schema);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * An operation whose required parameters have the example of the document as their default, where the service has the same one
 * everywhere, as a tenant: operations on items or writes need it with that example, too, or items are created with a member of that name. A text that one
 * list alone searches has no usual value.
 */
export function addExampleDefaults(
  operation: Operation,
  all: readonly Operation[],
  hasMember: (create: Operation, name: string) => boolean,
): Operation {
  const isRelated = ({ method, path }: Operation) =>
    method !== 'GET' || path.startsWith(`${operation.path}/{`) || operation.path.startsWith(`${path}/{`);
  const parameters = operation.parameters.map((parameter) => {
    const example = readMissingExample(parameter);
    const isShared = (other: Operation) =>
      (other.method === 'POST' && other.path === operation.path && hasMember(other, parameter.name)) ||
      (other !== operation &&
        isRelated(other) &&
        other.parameters.some((one) => one.name === parameter.name && readMissingExample(one) === example));
    if (example === undefined || !all.some(isShared)) return parameter;
    return { ...parameter, schema: { ...(isObject(parameter.schema) ? parameter.schema : {}), default: example } };
  });
  return { ...operation, parameters };
}

/** The example of a required query parameter that has no only value. */
function readMissingExample({ in: place, required, schema, example }: Parameter): Json | undefined {
  if (place !== 'query' || !required || getOnlyValue(schema) !== undefined) return undefined;
  const found = example ?? readExample(schema);
  return typeof found === 'object' ? undefined : found;
}

/** A parameter for the API version defaults to the version of the document. */
export function addVersionDefault(parameter: Parameter, { info }: JsonObject): Parameter {
  const { name, in: place, required, schema } = parameter;
  const version = isObject(info) ? info.version : undefined;
  const isOpen = place === 'query' && required && /^api[-_]?version$/i.test(name) && getOnlyValue(schema) === undefined;
  if (!isOpen || typeof version !== 'string') return parameter;
  return { ...parameter, schema: { ...(isObject(schema) ? schema : {}), default: version } };
}
