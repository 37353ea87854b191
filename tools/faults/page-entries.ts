import type { Answer } from '../../src/demo/service/http/answer.js';
import { isObject, type Json, type JsonObject } from '../../src/demo/service/http/json.js';
import { pageForms } from '../../src/demo/service/pages/all-styles.js';

/** The entries of a page in any style; undefined when the content is not a page. */
export function findEntries(body: Json | undefined): readonly JsonObject[] | undefined {
  const path = findEntriesPath(body);
  return path && (getAt(body, path) as readonly JsonObject[]);
}

/** Changes the entries of a page in any style. */
export function changeEntries(answer: Answer, change: (entry: JsonObject) => JsonObject): Answer {
  const { body } = answer;
  const path = findEntriesPath(body);
  if (path === undefined || body === undefined) return answer;
  return { ...answer, body: changeAt(body, path, (entries) => (entries as readonly JsonObject[]).map(change)) };
}

const findEntriesPath = (body: Json | undefined): readonly string[] | undefined =>
  Object.values(pageForms).find(({ items }) => Array.isArray(getAt(body, items)))?.items;

const getAt = (body: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), body);

function changeAt(body: Json, path: readonly string[], change: (entries: Json) => Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return change(body);
  return isObject(body) ? { ...body, [name]: changeAt(body[name] ?? null, rest, change) } : body;
}
