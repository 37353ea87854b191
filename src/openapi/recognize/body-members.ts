import { type Json, pointerOf } from '../../model/json.js';
import { type Member, membersOf } from './schema-shape.js';

/** A member of a creation body. */
export interface BodyMember extends Member {
  readonly pointer: string;
  readonly name: string;
  /** Whether it stands below a wrapper, as in `{"order": {…}}`. */
  readonly isWrapped: boolean;
}

/** The members of a creation body; those of the thing itself where it is wrapped. */
export function bodyMembers(document: Json | undefined, schema: Json | undefined): BodyMember[] {
  return below(document, schema, []);
}

/** A wrapper in a wrapper is JSON:API: `data`, then `attributes`. */
const deepest = 2;

function below(document: Json | undefined, schema: Json | undefined, tokens: readonly string[]): BodyMember[] {
  const members = [...membersOf(document, schema)];
  const inner = tokens.length < deepest ? wrapperAmong(document, members) : undefined;
  if (inner) return below(document, inner[1].schema, [...tokens, inner[0]]);
  return members.map(([name, member]) => ({
    ...member,
    name,
    pointer: pointerOf([...tokens, name]),
    isWrapped: tokens.length > 0,
  }));
}

type Entry = readonly [name: string, member: Member];

/** The only member beside a key, when it is an object; of a JSON:API resource, its attributes. */
function wrapperAmong(document: Json | undefined, members: readonly Entry[]): Entry | undefined {
  // An object of nothing but an id points to a thing, and is none.
  const hasMembers = ([, { schema }]: Entry) =>
    [...membersOf(document, schema).keys()].some((name) => !/^(_?id|uuid|guid)$/i.test(name));
  const [only, second] = members.filter(([name]) => !/idempoten/i.test(name));
  if (only && second === undefined) return hasMembers(only) ? only : undefined;
  const names = members.map(([name]) => name);
  const isResource = names.includes('type') && names.includes('attributes');
  return isResource ? members.find((entry) => entry[0] === 'attributes' && hasMembers(entry)) : undefined;
}
