import { buildPointer, type Json } from '../../model/json.js';
import { listMembers, type Member } from './schema-shape.js';

export interface BodyMember extends Member {
  readonly pointer: string;
  readonly name: string;
  /** Whether it is inside a wrapper, as in `{"order": {…}}`. */
  readonly isWrapped: boolean;
}

/** Lists the members of a creation body; those inside its wrapper if it has one. */
export function listBodyMembers(document: Json | undefined, schema: Json | undefined): BodyMember[] {
  return collectBodyMembers(document, schema, []);
}

/** Two nested wrappers are JSON:API: `data`, then `attributes`. */
const maxDepth = 2;

function collectBodyMembers(document: Json | undefined, schema: Json | undefined, tokens: readonly string[]) {
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

/** Finds the wrapper: the only member besides a key, if it is an object; the attributes of a JSON:API resource. */
function findWrapper(document: Json | undefined, members: readonly NamedMember[]): NamedMember | undefined {
  // An object with only an id is a reference, not a wrapper.
  const hasMembers = ([, { schema }]: NamedMember) =>
    [...listMembers(document, schema).keys()].some((name) => !/^(_?id|uuid|guid)$/i.test(name));
  const [only, second] = members.filter(([name]) => !/idempoten/i.test(name));
  if (only && second === undefined) return hasMembers(only) ? only : undefined;
  const names = members.map(([name]) => name);
  const isResource = names.includes('type') && names.includes('attributes');
  return isResource ? members.find((entry) => entry[0] === 'attributes' && hasMembers(entry)) : undefined;
}
