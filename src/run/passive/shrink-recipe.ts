import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Recipe } from './recipe.js';

/**
 * Makes a recipe smaller while it keeps its flaw: without earlier writes, without query, with fewer members, and with
 * smaller values. At most `maxTries` smaller recipes are tried.
 */
export async function shrinkRecipe(recipe: Recipe, isFlawed: (smaller: Recipe) => Promise<boolean>, maxTries = 60) {
  let best = recipe;
  let tries = 0;
  for (let hasShrunk = true; hasShrunk; ) {
    hasShrunk = false;
    for (const smaller of listSmallerRecipes(best)) {
      if (tries >= maxTries) return best;
      tries += 1;
      if (!(await isFlawed(smaller))) continue;
      best = smaller;
      hasShrunk = true;
      break;
    }
  }
  return best;
}

function listSmallerRecipes(recipe: Recipe): Recipe[] {
  const { before, request } = recipe;
  const smaller: Recipe[] = before.length > 1 ? [{ ...recipe, before: [] }] : [];
  for (const write of before) smaller.push({ ...recipe, before: before.filter((one) => one !== write) });
  if (request.query !== '') {
    const parts = request.query.slice(1).split('&');
    const fewer = parts.map((_, at) => `?${parts.filter((__, other) => other !== at).join('&')}`);
    for (const query of ['', ...(parts.length > 1 ? fewer : [])])
      smaller.push({ ...recipe, request: { ...request, query } });
  }
  for (const body of request.body === undefined ? [] : listSmallerValues(request.body))
    smaller.push({ ...recipe, request: { ...request, body } });
  return smaller;
}

const maxDepth = 4;

/** One digit shows best what a kind of numbers has in common, such as multiples of three. */
const digits = Array.from({ length: 10 }, (_, digit) => digit);

/** Lists simpler values, the simplest first. */
export function listSmallerValues(value: Json, depth = 0): Json[] {
  if (typeof value === 'string') {
    const shorter = new Set(['', value.slice(0, Math.floor(value.length / 2)), value.slice(0, -1)]);
    return [...shorter].filter((one) => one !== value);
  }
  if (typeof value === 'number') {
    const smaller = new Set([...digits, Math.trunc(value / 2), Math.trunc(value)]);
    return [...smaller].filter((one) => Math.abs(one) < Math.abs(value));
  }
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    if (first === undefined) return [];
    const within = depth < maxDepth ? listSmallerValues(first, depth + 1).map((smaller) => [smaller, ...others]) : [];
    return [[], ...(others.length > 0 ? [[first], value.slice(0, -1)] : []), ...within];
  }
  return isObject(value) && depth < maxDepth ? listSmallerObjects(value, depth) : [];
}

function listSmallerObjects(object: JsonObject, depth: number): Json[] {
  const names = Object.keys(object);
  const without = names.map((name) => Object.fromEntries(Object.entries(object).filter(([other]) => other !== name)));
  const within = names.flatMap((name) =>
    listSmallerValues(object[name] as Json, depth + 1).map((smaller) => ({ ...object, [name]: smaller })),
  );
  return [...without, ...within];
}
