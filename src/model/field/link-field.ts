import { createRequire } from 'node:module';
import type LinkField from 'http-link-header';
import type { HeaderFields } from '../exchange.js';
import { listParts } from './structured-field.js';

const require = createRequire(import.meta.url);

/** Few services send such fields, so the library is loaded when the first one is read. */
const loadLibrary = (): typeof LinkField => require('http-link-header');

/** A link in a Link field (RFC 8288 §3): its target as it was sent, and its relation types in lower case. */
export interface FieldLink {
  readonly target: string;
  readonly relations: readonly string[];
}

/** Reads all Link fields of a message. An element that cannot be read is left out, and the others are kept. */
export const readLinkFields = (message: { readonly headers: HeaderFields } | undefined): FieldLink[] =>
  [message?.headers.link ?? []].flat().flatMap((field) => listParts(field, ',').flatMap(readElement));

/** Finds the target of the first link that has one of these relation types. */
export const findLink = (message: { readonly headers: HeaderFields } | undefined, ...relations: readonly string[]) =>
  readLinkFields(message).find((link) => relations.some((relation) => link.relations.includes(relation)))?.target;

/**
 * The library throws on a malformed element and on one wrong parameter, and reads a parameter without a value together
 * with the next one. So it gets one element at a time, with no parameter but the relation types.
 */
function readElement(element: string): FieldLink[] {
  const [target = '', ...parameters] = listParts(element, ';');
  const relations = parameters.filter((parameter) => /^\s*rel\s*=/i.test(parameter));
  try {
    const { refs } = loadLibrary().parse([target, ...relations].join(';'));
    const found = refs
      .flatMap(({ rel }) => rel?.toLowerCase().split(/\s+/) ?? [])
      .filter((relation) => relation !== '');
    return refs[0] === undefined || found.length === 0 ? [] : [{ target: refs[0].uri, relations: found }];
  } catch {
    return [];
  }
}
