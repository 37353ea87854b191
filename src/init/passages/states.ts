import { isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { followReference } from '../../openapi/recognize/schema-shape.js';

const statePattern = /^(status|state|phase|stage|lifecycle_?state)$/i;

/** Finds the member that looks like the state of an item: a typical name, and few values. */
export function guessState({ item }: Collection, document: Json | undefined) {
  const { properties } = followReference(document, item as Json);
  if (!isObject(properties)) return undefined;
  const [name] = Object.keys(properties).filter((key) => statePattern.test(key));
  const names = name === undefined ? undefined : followReference(document, properties[name]).enum;
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
