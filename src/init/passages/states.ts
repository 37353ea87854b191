import type { Json } from '../../model/json.js';
import type { Schema } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { getMember } from '../draft-sources.js';

const statePattern = /^(status|state|phase|stage|lifecycle_?state)$/i;

/** Finds the member that looks like the state of an item: a typical name, and few values. */
export function guessState({ item }: Collection, document: Json | undefined) {
  const properties = getMember(resolveReference(item, document), 'properties');
  if (typeof properties !== 'object' || properties === null) return undefined;
  const [name] = Object.keys(properties).filter((key) => statePattern.test(key));
  const names =
    name === undefined ? undefined : getMember(resolveReference(getMember(properties, name), document), 'enum');
  if (!Array.isArray(names)) return undefined;
  const words = names.filter((word): word is string => typeof word === 'string');
  return words.length > 1 ? { pointer: `/${name}`, names: words } : undefined;
}

/** Guesses the state after an action of this name: the one with the most similar beginning. */
export function guessNextState(action: string, names: readonly string[]): string | undefined {
  const likeness = (name: string) => {
    const first = [...name].findIndex((letter, index) => letter.toLowerCase() !== action[index]?.toLowerCase());
    return first < 0 ? name.length : first;
  };
  const [best] = [...names].sort((a, b) => likeness(b) - likeness(a));
  return best !== undefined && likeness(best) > 1 ? best : undefined;
}

/** Returns a schema, or the one that its `$ref` names in the document. */
function resolveReference(schema: Schema | Json | undefined, document: Json | undefined): Json | undefined {
  const ref = getMember(schema as Json, '$ref');
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return schema as Json | undefined;
  const tokens = ref.slice(2).split('/');
  return tokens.reduce<Json | undefined>(
    (here, token) => getMember(here, token.replaceAll('~1', '/').replaceAll('~0', '~')),
    document,
  );
}
