import type { Json } from '../../model/json.js';
import { normalizeName } from '../../model/normalize-name.js';
import { listMembers, mayHaveType } from './schema-shape.js';
import { singularize } from './words.js';

/** Names of members that identify an item of `noun`, most likely first. */
const listIdNames = (noun: string): string[] => {
  const one = normalizeName(singularize(noun));
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

/** Words at the end of a parameter name, as in `issue_number`, that items may have alone. */
const idEndingPattern = /(iid|uuid|guid|gid|number|code|name|slug|key|sid)$/;

/**
 * Names of a path parameter in an item: as in the path, or without the noun before it; `idOrKey` gives the first of the
 * two.
 */
function listParameterNames(noun: string, parameter: string | undefined): string[] {
  if (parameter === undefined) return [];
  const [word = ''] = normalizeName(parameter).split(
    /(?<=id|key|name|slug|number|code)or(?=id|key|name|slug|number|code)/,
  );
  const one = normalizeName(singularize(noun));
  const rest = word.startsWith(one) ? word.slice(one.length) : idEndingPattern.exec(word)?.[1];
  return rest === undefined || rest === '' ? [word] : [word, rest];
}

/** The name in the description of a path parameter: `The slug of the workshop`. */
const listDescribedNames = (description: string): string[] =>
  /\b(id|identifier)\b/i.test(description)
    ? []
    : (/\b(uuid|guid|number|code|slug|sid)\b/i.exec(description)?.slice(1, 2) ?? []).map(normalizeName);

/** A path parameter with its descriptions. */
export interface PathParameter {
  readonly name: string | undefined;
  readonly description?: string;
}

/** JSON Pointer to the id of an item: by the name of the path parameter, then by common names. */
export function findIdPointer(document: Json | undefined, item: Json | undefined, noun: string, hole?: PathParameter) {
  const wanted = [
    ...listDescribedNames(hole?.description ?? ''),
    ...listParameterNames(noun, hole?.name),
    ...listIdNames(noun),
  ];
  const direct = findIdMember(document, item, wanted);
  if (direct !== undefined) return `/${direct}`;
  for (const envelope of ['data', 'result', 'item', 'metadata', singularize(noun)]) {
    const inner = listMembers(document, item).get(envelope);
    const nested = inner && findIdMember(document, inner.schema, wanted);
    if (nested !== undefined) return `/${envelope}/${nested}`;
  }
  return undefined;
}

function findIdMember(document: Json | undefined, item: Json | undefined, wanted: readonly string[]) {
  const members = [...listMembers(document, item)].filter(([, { schema }]) =>
    mayHaveType(document, schema, 'string', 'integer', 'number'),
  );
  for (const word of wanted) {
    const found = members.find(([name]) => normalizeName(name) === word);
    if (found) return found[0];
  }
  return undefined;
}
