import type { Answer } from '../http/answer.js';
import { isObject, type Json, type JsonObject } from '../http/json.js';
import { forms } from './all-styles.js';

/** The entries of a page, wherever the style keeps them; undefined where there is no page. */
export function entriesIn(body: Json | undefined): readonly JsonObject[] | undefined {
  const path = pathIn(body);
  return path && (at(body, path) as readonly JsonObject[]);
}

/** The page with its entries changed, wherever the style keeps them. */
export function withEntries(answer: Answer, change: (entry: JsonObject) => JsonObject): Answer {
  const { body } = answer;
  const path = pathIn(body);
  if (path === undefined || body === undefined) return answer;
  return { ...answer, body: changedAt(body, path, (entries) => (entries as readonly JsonObject[]).map(change)) };
}

const pathIn = (body: Json | undefined): readonly string[] | undefined =>
  Object.values(forms).find(({ items }) => Array.isArray(at(body, items)))?.items;

const at = (body: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), body);

function changedAt(body: Json, path: readonly string[], change: (entries: Json) => Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return change(body);
  return isObject(body) ? { ...body, [name]: changedAt(body[name] ?? null, rest, change) } : body;
}
