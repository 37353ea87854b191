import { decodePercent } from '../../model/escapes.js';
import type { ResourceSubject } from '../../model/service/subject.js';

/** A concrete address of a path template. */
export interface Address {
  /** Path under the base URL with the required query, percent-encoded. */
  readonly path: string;
  /** Whether every value is known from the service, its document or a creation, so that a read should succeed. */
  readonly isKnown: boolean;
  /** Whether the last path parameter has the id of an entry of a list, or of a created item. */
  readonly isItem: boolean;
  /** The value of the last path parameter, decoded; undefined where the path has none of its own segment. */
  readonly lastValue: string | undefined;
  /** The same address with another value of its last path parameter, given as it is sent. */
  replaceLast(value: string): string | undefined;
}

/** Builds the address of a resource: known values first, and `invent` for the others. */
export function buildAddress(resource: ResourceSubject, invent: (name: string) => string): Address {
  const { name: template, collection, values } = resource;
  const isFilled = !collection.path.includes('{');
  const path = collection.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(invent(name)));
  const query = values
    .filter((one) => one.in === 'query' && one.value !== undefined)
    .map(({ name, value = '' }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const position = findLastParameter(template);
  const segments = path.split('/');
  const lastName = position === undefined ? undefined : template.split('/')[position]?.slice(1, -1);
  const last = values.find((one) => one.in === 'path' && one.name === lastName);
  const withQuery = (plain: string) => (query === '' ? plain : `${plain}?${query}`);
  return {
    path: withQuery(path),
    isKnown: isFilled && values.every(({ in: place, source }) => place === 'path' || source !== 'invented'),
    isItem: isFilled && (last?.source === 'entry' || last?.source === 'created'),
    lastValue: position === undefined ? undefined : decodePercent(segments[position] ?? ''),
    replaceLast: (value) =>
      position === undefined
        ? undefined
        : withQuery(segments.map((segment, at) => (at === position ? value : segment)).join('/')),
  };
}

/** Position of the last segment that is a parameter and nothing else; undefined when none is, or the last one is not. */
function findLastParameter(template: string): number | undefined {
  const segments = template.split('/');
  const position = segments.findLastIndex((segment) => segment.includes('{'));
  return position >= 0 && /^\{[^{}]+\}$/.test(segments[position] ?? '') ? position : undefined;
}
