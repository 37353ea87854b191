import type { Json } from '../../model/json.js';
import { membersOf, typesOf } from './schema-shape.js';
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
    'gid',
    `${one}number`,
    `${one}code`,
    'name',
    'slug',
    'code',
    'number',
  ];
};

/** Words that a parameter ends in, as in `issue_number`, and the items have alone. */
const endings = /(iid|uuid|guid|gid|number|code|name|slug|key|sid)$/;

/** What a path parameter may be called in an item: as in the path, or without the noun before it; `idOrKey` is the first of the two. */
function namesFor(noun: string, parameter: string | undefined): string[] {
  if (parameter === undefined) return [];
  const [word = ''] = plainly(parameter).split(/(?<=id|key|name|slug|number|code)or(?=id|key|name|slug|number|code)/);
  const one = plainly(singular(noun));
  const rest = word.startsWith(one) ? word.slice(one.length) : endings.exec(word)?.[1];
  return rest === undefined || rest === '' ? [word] : [word, rest];
}

/** What a description of a path parameter calls it: `The slug of the workshop`. */
const toldIn = (description: string): string[] =>
  /\b(id|identifier)\b/i.test(description)
    ? []
    : (/\b(uuid|guid|number|code|slug|sid)\b/i.exec(description)?.slice(1, 2) ?? []).map(plainly);

/** A hole in a path, and what is said of it. */
export interface Hole {
  readonly name: string | undefined;
  readonly description?: string;
}

/** JSON Pointer to the id in an item: by the name of the path parameter, then by the usual names. */
export function idPointerIn(
  document: Json | undefined,
  item: Json | undefined,
  noun: string,
  hole?: Hole,
): string | undefined {
  const wanted = [...toldIn(hole?.description ?? ''), ...namesFor(noun, hole?.name), ...idNames(noun)];
  const direct = idMember(document, item, wanted);
  if (direct !== undefined) return `/${direct}`;
  for (const envelope of ['data', 'result', 'item', 'metadata', singular(noun)]) {
    const inner = membersOf(document, item).get(envelope);
    const nested = inner && idMember(document, inner.schema, wanted);
    if (nested !== undefined) return `/${envelope}/${nested}`;
  }
  return undefined;
}

function idMember(document: Json | undefined, item: Json | undefined, wanted: readonly string[]): string | undefined {
  const members = [...membersOf(document, item)].filter(([, { schema }]) => isScalar(document, schema));
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
