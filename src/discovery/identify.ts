import type { Json } from '../rule/index.js';
import { membersOf, typesOf } from './shape.js';
import { plainly, singular } from './words.js';

/** Names of the members that identify an item of `noun`, likeliest first. */
const idNames = (noun: string): string[] => {
  const one = plainly(singular(noun));
  return [
    'id',
    'uuid',
    'guid',
    `${one}id`,
    `${one}uuid`,
    'key',
    'sid',
    `${one}number`,
    `${one}code`,
    'name',
    'slug',
    'code',
    'number',
  ];
};

/** JSON Pointer to the id in an item: by the name of the path parameter, then by the usual names. */
export function idPointerIn(
  document: Json | undefined,
  item: Json | undefined,
  noun: string,
  parameter?: string,
): string | undefined {
  const direct = idMember(document, item, noun, parameter);
  if (direct !== undefined) return `/${direct}`;
  for (const envelope of ['data', 'result', 'item', 'metadata', singular(noun)]) {
    const inner = membersOf(document, item).get(envelope);
    const nested = inner && idMember(document, inner.schema, noun, parameter);
    if (nested !== undefined) return `/${envelope}/${nested}`;
  }
  return undefined;
}

function idMember(
  document: Json | undefined,
  item: Json | undefined,
  noun: string,
  parameter: string | undefined,
): string | undefined {
  const members = [...membersOf(document, item)].filter(([, { schema }]) => isScalar(document, schema));
  const wanted = [...(parameter === undefined ? [] : [plainly(parameter)]), ...idNames(noun)];
  for (const word of wanted) {
    const found = members.find(([name]) => plainly(name) === word);
    if (found) return found[0];
  }
  return undefined;
}

function isScalar(document: Json | undefined, schema: Json): boolean {
  const types = typesOf(document, schema);
  return types.length === 0 || types.some((type) => ['string', 'integer', 'number'].includes(type));
}
