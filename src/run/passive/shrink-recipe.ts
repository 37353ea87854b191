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
  const withoutWrites = before.length > 1 ? [{ ...recipe, before: [] }] : [];
  const withFewerWrites = before.map((_, index) => ({ ...recipe, before: before.filter((__, at) => at !== index) }));
  const withoutQuery = listSmallerQueries(request.query).map((query) => ({
    ...recipe,
    request: { ...request, query },
  }));
  const bodies = request.body === undefined ? [] : listSmallerValues(request.body);
  return [
    ...withoutWrites,
    ...withFewerWrites,
    ...withoutQuery,
    ...bodies.map((body) => ({ ...recipe, request: { ...request, body } })),
  ];
}

function listSmallerQueries(query: string): string[] {
  if (query === '') return [];
  const parts = query.slice(1).split('&');
  const fewer = parts.length > 1 ? parts.map((_, at) => `?${parts.filter((__, other) => other !== at).join('&')}`) : [];
  return ['', ...fewer];
}

/** Lists simpler values, the simplest first. */
export function listSmallerValues(value: Json, depth = 0): Json[] {
  if (typeof value === 'string') return listShorterTexts(value);
  if (typeof value === 'number') return listSmallerNumbers(value);
  if (Array.isArray(value)) return listShorterLists(value, depth);
  return isObject(value) && depth < maxDepth ? listSmallerObjects(value, depth) : [];
}

const maxDepth = 4;

const listShorterTexts = (text: string): string[] =>
  text.length === 0
    ? []
    : [...new Set(['', text.slice(0, Math.floor(text.length / 2)), text.slice(0, -1)])].filter((one) => one !== text);

/** One digit shows best what a kind of numbers has in common, such as multiples of three. */
const digits = Array.from({ length: 10 }, (_, digit) => digit);

const listSmallerNumbers = (number: number): number[] =>
  [...new Set([...digits, Math.trunc(number / 2), Math.trunc(number)])].filter(
    (one) => Math.abs(one) < Math.abs(number),
  );

function listShorterLists(list: readonly Json[], depth: number): Json[] {
  if (list.length === 0) return [];
  const [first = null] = list;
  return [
    [],
    ...(list.length > 1 ? [[first], list.slice(0, -1)] : []),
    ...(depth < maxDepth ? listSmallerValues(first, depth + 1).map((smaller) => [smaller, ...list.slice(1)]) : []),
  ];
}

function listSmallerObjects(object: JsonObject, depth: number): Json[] {
  const names = Object.keys(object);
  const without = names.map((name) => Object.fromEntries(Object.entries(object).filter(([other]) => other !== name)));
  const within = names.flatMap((name) =>
    listSmallerValues(object[name] as Json, depth + 1).map((smaller) => ({ ...object, [name]: smaller })),
  );
  return [...without, ...within];
}
