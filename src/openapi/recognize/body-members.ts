import { buildPointer, type Json } from '../../model/json.js';
import { listMembers, type Member } from './schema-shape.js';

/** A member of a creation body. */
export interface BodyMember extends Member {
  readonly pointer: string;
  readonly name: string;
  /** Whether it stands below a wrapper, as in `{"order": {…}}`. */
  readonly isWrapped: boolean;
}

/** The members of a creation body; those of the thing itself where it is wrapped. */
export function listBodyMembers(document: Json | undefined, schema: Json | undefined): BodyMember[] {
  return collectBodyMembers(document, schema, []);
}

/** A wrapper in a wrapper is JSON:API: `data`, then `attributes`. */
const maxDepth = 2;

function collectBodyMembers(
  document: Json | undefined,
  schema: Json | undefined,
  tokens: readonly string[],
): BodyMember[] {
  const members = [...listMembers(document, schema)];
  const inner = tokens.length < maxDepth ? findWrapper(document, members) : undefined;
  if (inner) return collectBodyMembers(document, inner[1].schema, [...tokens, inner[0]]);
  return members.map(([name, member]) => ({
    ...member,
    name,
    pointer: buildPointer([...tokens, name]),
    isWrapped: tokens.length > 0,
  }));
}

type NamedMember = readonly [name: string, member: Member];

/** The only member beside a key, when it is an object; of a JSON:API resource, its attributes. */
function findWrapper(document: Json | undefined, members: readonly NamedMember[]): NamedMember | undefined {
  // An object of nothing but an id points to a thing, and is none.
  const hasMembers = ([, { schema }]: NamedMember) =>
    [...listMembers(document, schema).keys()].some((name) => !/^(_?id|uuid|guid)$/i.test(name));
  const [only, second] = members.filter(([name]) => !/idempoten/i.test(name));
  if (only && second === undefined) return hasMembers(only) ? only : undefined;
  const names = members.map(([name]) => name);
  const isResource = names.includes('type') && names.includes('attributes');
  return isResource ? members.find((entry) => entry[0] === 'attributes' && hasMembers(entry)) : undefined;
}
