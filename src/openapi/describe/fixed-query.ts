import type { Client } from '../../http/exchange.js';
import { getMember, isObject, type JsonObject } from '../../model/json.js';
import { getOnlyValue, type Parameter } from '../../model/service/operation.js';
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

/** A parameter for the API version defaults to the version of the document. */
export function addVersionDefault(parameter: Parameter, { info }: JsonObject): Parameter {
  const { name, in: place, required, schema } = parameter;
  const version = isObject(info) ? info.version : undefined;
  const isOpen = place === 'query' && required && /^api[-_]?version$/i.test(name) && getOnlyValue(schema) === undefined;
  if (!isOpen || typeof version !== 'string') return parameter;
  return { ...parameter, schema: { ...(isObject(schema) ? schema : {}), default: version } };
}
