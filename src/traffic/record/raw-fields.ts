import type { HeaderFields } from '../../model/exchange.js';

/** Header fields in their order, with names as they were sent, and a line for each repetition. */
export type FieldPairs = readonly (readonly [name: string, value: string])[];

/** Fields about one connection (RFC 9110 §7.6.1), and those about a proxy and its next client (§11.7). */
const connectionFields = new Set(
  'connection keep-alive proxy-authenticate proxy-authentication-info proxy-authorization proxy-connection te transfer-encoding upgrade'.split(
    ' ',
  ),
);

/** Fields without which a message would mean something else: no connection option may name them (RFC 9110 §7.6.1). */
const protectedFields = new Set(['content-length', 'host']);

/** Pairs the names and values that Node lists alternately. */
export const pairFields = (raw: readonly string[]): FieldPairs =>
  raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : []));

/** Selects the end-to-end fields: all but those of the connection, and those that `Connection` names. */
export function selectEndToEnd(pairs: FieldPairs): FieldPairs {
  const named = new Set(listValues(pairs, 'connection').map((option) => option.toLowerCase()));
  return pairs.filter(([name]) => {
    const key = name.toLowerCase();
    return !connectionFields.has(key) && (!named.has(key) || protectedFields.has(key));
  });
}

/** Lists the members of a field whose value is a list (RFC 9110 §5.6.1). */
export const listValues = (pairs: FieldPairs, wanted: string): string[] =>
  pairs
    .filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, value]) => value.split(','))
    .map((member) => member.trim())
    .filter((member) => member !== '');

/** The fields by lower-case name, as they are recorded. */
export function groupFields(pairs: FieldPairs): HeaderFields {
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const before = fields[key];
    fields[key] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}
