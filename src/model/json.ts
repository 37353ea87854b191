/** Any JSON value. Numbers beyond 2^53 arrive as text, see `http/`. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** A JSON object, the usual body of a resource. */
export type JsonObject = { readonly [member: string]: Json };

/** Tells a JSON object from arrays, null and scalars. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const tokenOf = (token: string) => (token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token);
const escaped = (token: string) =>
  token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;

/** The reference tokens of a JSON Pointer (RFC 6901), unescaped. */
export const tokensOf = (pointer: string): string[] => (pointer === '' ? [] : pointer.slice(1).split('/').map(tokenOf));

/** The same, kept: few pointers are followed again and again. */
function stepsOf(pointer: string): readonly string[] {
  const known = followed.get(pointer);
  if (known !== undefined) return known;
  const steps = tokensOf(pointer);
  if (followed.size < mostFollowed) followed.set(pointer, steps);
  return steps;
}

const followed = new Map<string, readonly string[]>();
const mostFollowed = 1_000;

/** The pointer to a member or entry of what `pointer` leads to. */
export const pointerBelow = (pointer: string, token: string): string => `${pointer}/${escaped(token)}`;

/** Joins reference tokens to a JSON Pointer (RFC 6901). */
export const pointerOf = (tokens: readonly (string | number)[]): string =>
  tokens.map((token) => `/${escaped(String(token))}`).join('');

/** The value a JSON Pointer leads to, or undefined where it leads nowhere. Own members only. */
export function at(value: Json | undefined, pointer: string): Json | undefined {
  let here: Json | undefined = value;
  for (const token of stepsOf(pointer)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, token)) return undefined;
    if (Array.isArray(here) && token === 'length') return undefined;
    here = (here as JsonObject)[token];
  }
  return here;
}

/** A copy of `value` in which `pointer` leads to `part`; parents that are missing are made as objects. */
export function withAt(value: Json | undefined, pointer: string, part: Json | undefined): Json {
  return withStep(value, stepsOf(pointer), 0, part);
}

function withStep(value: Json | undefined, steps: readonly string[], depth: number, part: Json | undefined): Json {
  const token = steps[depth];
  if (token === undefined) return part ?? null;
  if (Array.isArray(value)) {
    const copy = [...value];
    copy[Number(token)] = withStep(copy[Number(token)], steps, depth + 1, part);
    return copy;
  }
  const members: JsonObject = isObject(value) ? value : {};
  const isLast = depth === steps.length - 1;
  const child = isLast ? part : withStep(members[token], steps, depth + 1, part);
  if (child !== undefined) return { ...members, [token]: child };
  const { [token]: _, ...others } = members;
  return others;
}
