import type { HeaderFields } from '../../model/exchange.js';

/** Names, as they were sent, and values by turns, in their order, each repetition for itself. */
export type RawFields = readonly string[];

/** Fields about one connection (RFC 9110 §7.6.1), and those about a proxy and its next client (§11.7). */
const connectionFields = new Set(
  'connection keep-alive proxy-authenticate proxy-authentication-info proxy-authorization proxy-connection te transfer-encoding upgrade'.split(
    ' ',
  ),
);

/** Fields without which a message would mean something else: no connection option may name them (RFC 9110 §7.6.1). */
const protectedFields = new Set(['content-length', 'host']);

/** Changes the value of a field with this lower-case name; undefined removes the field. */
export type ChangeField = (name: string, value: string) => string | undefined;

/** Selects the end-to-end fields: all but those of the connection, and those that `Connection` names. */
export function selectEndToEnd(raw: RawFields, connection = ''): RawFields {
  const named = new Set(connection.split(',').map((option) => option.trim().toLowerCase()));
  return changeFields(raw, (name, value) =>
    connectionFields.has(name) || (named.has(name) && !protectedFields.has(name)) ? undefined : value,
  );
}

/** The same fields with other values, or without some of them. */
export function changeFields(raw: RawFields, change: ChangeField): string[] {
  const changed: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name, value] = [raw[i] as string, raw[i + 1] as string];
    const next = change(name.toLowerCase(), value);
    if (next !== undefined) changed.push(name, next);
  }
  return changed;
}

export const pairFields = (raw: RawFields): [name: string, value: string][] =>
  raw.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : []));

/** The fields by lower-case name, as they are recorded. */
export function groupFields(raw: RawFields): HeaderFields {
  const fields: Record<string, string | string[]> = Object.create(null);
  changeFields(raw, (name, value) => {
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
    return undefined;
  });
  return fields;
}
