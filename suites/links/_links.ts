import { type Exchange, getAtPointer, isObject, type Json, type LinkModel } from '#rule';

/** A link in a response. */
export interface Link {
  readonly relation: string;
  readonly target: string;
  readonly isTemplated: boolean;
}

/** The links in a response: in the Link field, or the members of one member, whose values are texts or have `href`. */
export function listLinks({ in: place, pointer }: LinkModel, { answer }: Exchange): Link[] {
  if (place === 'header') return [answer?.headers.link ?? []].flat().flatMap(parseLinkField);
  const found = getAtPointer(answer?.json, pointer);
  if (Array.isArray(found)) return found.flatMap((entry) => (isObject(entry) ? readListedLink(entry) : []));
  if (!isObject(found)) return [];
  return Object.entries(found).flatMap(([relation, value]) =>
    [value].flat().flatMap((one) => readLinkValue(relation, one as Json)),
  );
}

/** An entry of a list of links names its relation itself. */
const readListedLink = (entry: { readonly [member: string]: Json }): Link[] =>
  [entry.rel ?? entry.name ?? []].flat().flatMap((relation) => readLinkValue(String(relation), entry));

/** A value of null, false or without a target is no link. */
function readLinkValue(relation: string, value: Json | undefined): Link[] {
  const target = isObject(value) ? value.href : value;
  if (typeof target !== 'string' || target === '') return [];
  const isTemplated = (isObject(value) && value.templated === true) || target.includes('{');
  return [{ relation, target, isTemplated }];
}

/** RFC 8288 §3: targets in angle brackets, each with parameters; `rel` may name several relations. */
function parseLinkField(field: string): Link[] {
  return [...field.matchAll(/<([^>]*)>((?:\s*;\s*[\w*!#$&^.+|~-]+(?:\s*=\s*(?:"[^"]*"|[^\s",;]+))?)*)/g)].flatMap(
    ([, target = '', parameters = '']) => {
      const [, quoted, plain] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i.exec(parameters) ?? [];
      const relations = (quoted ?? plain ?? '').split(/\s+/).filter((relation) => relation !== '');
      return relations.map((relation) => ({ relation, target, isTemplated: target.includes('{') }));
    },
  );
}
