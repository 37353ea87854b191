import { createRequire } from 'node:module';
import type * as StructuredHeaders from 'structured-headers';

const require = createRequire(import.meta.url);

/** Few services send such fields, so the library is loaded when the first one is read. */
const loadLibrary = (): typeof StructuredHeaders => require('structured-headers');

/** A member of a list or of a dictionary (RFC 9651 §3.1, §3.2); only one of a dictionary has a `key`. */
export interface FieldMember {
  readonly key?: string;
  readonly value: StructuredHeaders.BareItem;
  readonly parameters: ReadonlyMap<string, StructuredHeaders.BareItem>;
}

/**
 * Parses a list or a dictionary. The RFC rejects a field with one wrong member as a whole; here a member that cannot be
 * parsed is left out, and what many services get wrong is repaired.
 */
export const parseFieldMembers = (field: string | readonly string[] | undefined): readonly FieldMember[] =>
  listParts([field ?? []].flat().join(','), ',').flatMap((part) => parseMember(repairMember(part)));

/** Writes a text as a String (RFC 9651 §3.3.3). Throws an error for characters that are not ASCII. */
export const serializeFieldText = (text: string): string => loadLibrary().serializeItem(text);

/** Splits the value of a field at a separator outside of quoted strings and of the targets of links. */
export const listParts = (text: string, separator: ',' | ';'): string[] =>
  text.match(new RegExp(`(?:<[^<>]*>|"(?:\\\\.|[^"\\\\])*"?|[^"${separator}])+`, 'g')) ?? [];

/** Capital keys, spaces around `=` and `;`, parameters without a name, and more than three decimals. */
const repairMember = (member: string): string =>
  listParts(member, ';')
    .map((part) => part.trim().replace(/^[\w*.-]+\s*=\s*/, (key) => key.replace(/\s/g, '').toLowerCase()))
    .filter((part) => part !== '')
    .map((part) => part.replace(/((?:^|=)\d+\.\d{3})\d+$/, '$1'))
    .join(';');

function parseMember(member: string): FieldMember[] {
  const { parseDictionary, parseItem } = loadLibrary();
  try {
    if (!/^[a-z*][a-z0-9_.*-]*=/.test(member)) {
      const [value, parameters] = parseItem(member);
      return [{ value, parameters }];
    }
    return [...parseDictionary(member)].flatMap(([key, [value, parameters]]) =>
      Array.isArray(value) ? [] : [{ key, value, parameters }],
    );
  } catch {
    return [];
  }
}
