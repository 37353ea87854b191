import { getMember, isObject, type Json } from '../../model/json.js';
import type { Source, SourcePart } from './source.js';

interface Origin {
  readonly source: Source;
  readonly tokens: readonly string[];
}

/**
 * Merges two profiles: objects by their members, `resources` by their names, `waivers`, `rules.folders` and `rules.incomplete` one after the
 * other; of all other values, that of `own` replaces that of `base`. Each value keeps its location.
 */
export function mergeSources(base: Source, own: Source): Source {
  const origins = new Map<string, Origin>();
  const value = merge({ source: base, tokens: [] }, { source: own, tokens: [] }, [], origins, base.value, own.value);
  const find = (tokens: readonly string[]): Origin => {
    for (let length = tokens.length; length >= 0; length -= 1) {
      const origin = origins.get(toKey(tokens.slice(0, length)));
      if (origin) return { source: origin.source, tokens: [...origin.tokens, ...tokens.slice(length)] };
    }
    return { source: own, tokens };
  };
  return {
    path: own.path,
    file: own.file,
    extended: [...(base.extended ?? []), base.path, ...(own.extended ?? [])],
    ...((base.hooks || own.hooks) && { hooks: { ...base.hooks, ...own.hooks } }),
    value,
    problem(tokens, message, stand?: SourcePart) {
      const origin = find(tokens);
      return origin.source.problem(origin.tokens, message, stand);
    },
    where(tokens) {
      const origin = find(tokens);
      return origin.source.where(origin.tokens);
    },
  };
}

const toKey = (tokens: readonly string[]): string => JSON.stringify(tokens);

function merge(
  below: Origin,
  above: Origin,
  tokens: readonly string[],
  origins: Map<string, Origin>,
  base: Json | undefined,
  own: Json | undefined,
): Json {
  const step = (origin: Origin, name: string): Origin => ({ ...origin, tokens: [...origin.tokens, name] });
  if (own === undefined || base === undefined) {
    origins.set(toKey(tokens), own === undefined ? below : above);
    return own ?? base ?? null;
  }
  if (isObject(base) && isObject(own)) {
    if (tokens.length > 0) origins.set(toKey(tokens), above);
    const names = [...new Set([...Object.keys(base), ...Object.keys(own)])].filter(
      (name) => tokens.length > 0 || name !== 'extends' || own.extends !== undefined,
    );
    return Object.fromEntries(
      names.map((name) => [
        name,
        merge(
          step(below, name),
          step(above, name),
          [...tokens, name],
          origins,
          getMember(base, name),
          getMember(own, name),
        ),
      ]),
    );
  }
  if (Array.isArray(base) && Array.isArray(own) && joinedLists.has(tokens.join('.'))) {
    const pairs = pairEntries(base, own, tokens[0] === 'resources');
    return pairs.map(([at, over], index) =>
      merge(
        at === undefined ? below : step(below, String(at)),
        over === undefined ? above : step(above, String(over)),
        [...tokens, String(index)],
        origins,
        at === undefined ? undefined : base[at],
        over === undefined ? undefined : own[over],
      ),
    );
  }
  origins.set(toKey(tokens), above);
  return own;
}

/** Lists of which both profiles may name some. */
const joinedLists = new Set(['resources', 'waivers', 'rules.folders', 'rules.incomplete']);

type Pair = readonly [at: number | undefined, over: number | undefined];

/** Pairs entries with the same name, or collection where they have none; the others stay alone, those of the base first. */
function pairEntries(base: readonly Json[], own: readonly Json[], isNamed: boolean): Pair[] {
  const nameOf = (entry: Json | undefined) =>
    isNamed && isObject(entry) ? (entry.name ?? entry.collection) : undefined;
  const findTwin = (entry: Json | undefined, others: readonly Json[]) => {
    const name = nameOf(entry);
    const index = name === undefined ? -1 : others.findIndex((other) => nameOf(other) === name);
    return index < 0 ? undefined : index;
  };
  const pairs = base.map((entry, at): Pair => [at, findTwin(entry, own)]);
  const alone = own.flatMap((entry, over): Pair[] => (findTwin(entry, base) === undefined ? [[undefined, over]] : []));
  return [...pairs, ...alone];
}
