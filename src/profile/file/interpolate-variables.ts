import { buildPointer, isObject, type Json } from '../../model/json.js';
import type { Problem } from '../../model/profile/profile-error.js';
import type { Source } from './source.js';

/** A text that contained variables: their names, their values, and the text before the first. */
export interface VariableUse {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** A file's value with every `${VAR}` replaced. `taken` lists by pointer which variables were used. */
export interface Interpolated {
  readonly value: Json;
  readonly variables: ReadonlyMap<string, VariableUse>;
  readonly problems: readonly Problem[];
}

/** Replaces `${VAR}` and `${VAR:-default}` in every text of `source`; `$${` is an escaped `${`. */
export function interpolate(source: Source, env: Readonly<Record<string, string | undefined>>): Interpolated {
  const taken = new Map<string, VariableUse>();
  const problems: Problem[] = [];
  const replaced = (text: string, tokens: readonly string[]): string => {
    const names: string[] = [];
    const values: string[] = [];
    const result = text.replace(placeholder, (whole, escaped, name, fallback) => {
      if (escaped) return '${';
      const found = chooseValue(env[name], fallback);
      if (found === undefined) problems.push(source.problem(tokens, describeProblem(whole, name, env[name])));
      names.push(name);
      values.push(found ?? '');
      return found ?? '';
    });
    if (names.length > 0) taken.set(buildPointer(tokens), { names, values });
    return result;
  };
  return { value: mapTexts(source.value, [], replaced), variables: taken, problems };
}

const placeholder = /(\$\$\{)|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\$\{[^}]*\}?/g;

const chooseValue = (value: string | undefined, fallback: string | undefined): string | undefined =>
  value === undefined || value === '' ? fallback : value;

function describeProblem(whole: string, name: string | undefined, value: string | undefined): string {
  if (name === undefined)
    return `${shortenStart(whole)} is not a variable; write \${NAME} or \${NAME:-default}, or $\${ for a literal \${`;
  const trouble = value === '' ? 'is set but empty' : 'is not set';
  return `\${${name}} ${trouble}; export it, or give a default as in \${${name}:-value}`;
}

/** The text after an invalid name can be a credential. */
function shortenStart(whole: string): string {
  const [start = ''] = /^\$\{\w*/.exec(whole) ?? [];
  return start.length === whole.length ? whole : `${start}…`;
}

function mapTexts(
  value: Json,
  tokens: readonly string[],
  map: (text: string, tokens: readonly string[]) => string,
): Json {
  if (typeof value === 'string') return map(value, tokens);
  if (Array.isArray(value)) return value.map((entry: Json, index) => mapTexts(entry, [...tokens, String(index)], map));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapTexts(member, [...tokens, name], map)]),
  );
}
