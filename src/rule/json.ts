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

/** The pointer to a member or entry of what `pointer` leads to. */
export const pointerBelow = (pointer: string, token: string): string => `${pointer}/${escaped(token)}`;

/** Joins reference tokens to a JSON Pointer (RFC 6901). */
export const pointerOf = (tokens: readonly (string | number)[]): string =>
  tokens.map((token) => `/${escaped(String(token))}`).join('');

/** The value a JSON Pointer leads to, or undefined where it leads nowhere. Own members only. */
export function at(value: Json | undefined, pointer: string): Json | undefined {
  let here: Json | undefined = value;
  for (const token of tokensOf(pointer)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, token)) return undefined;
    if (Array.isArray(here) && token === 'length') return undefined;
    here = (here as JsonObject)[token];
  }
  return here;
}

/** A copy of `value` in which `pointer` leads to `part`; parents that are missing are made as objects. */
export function withAt(value: Json | undefined, pointer: string, part: Json | undefined): Json {
  const [token, ...rest] = tokensOf(pointer);
  if (token === undefined) return part ?? null;
  if (Array.isArray(value)) {
    const copy = [...value];
    copy[Number(token)] = withAt(copy[Number(token)], pointerOf(rest), part);
    return copy;
  }
  const members = Object.entries(isObject(value) ? value : {});
  const child = rest.length === 0 ? part : withAt(isObject(value) ? value[token] : undefined, pointerOf(rest), part);
  const others = members.filter(([name]) => name !== token);
  if (child === undefined) return Object.fromEntries(others);
  const isNew = others.length === members.length;
  return Object.fromEntries(
    isNew ? [...others, [token, child]] : members.map(([name, old]) => [name, name === token ? child : old]),
  );
}
