import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { data, named } from './named-keys.js';
import { mapped, type Pen } from './repair-context.js';
import { isCircle, targetOf } from './resolve-reference.js';

/** The document with nothing in it that refers to nowhere, or to itself and to nothing else. */
export function mendReferences(document: JsonObject, pen: Pen): JsonObject {
  const known = new Map<string, string | undefined>();
  const mend = (node: JsonObject): JsonObject => {
    const { $ref, ...rest } = node;
    const ref = String($ref);
    if (!known.has(ref)) known.set(ref, soundly(document, ref, pen));
    const place = known.get(ref);
    if (place === ref) return node;
    return place === undefined ? rest : { ...rest, $ref: place };
  };
  return walk(document, false, mend) as JsonObject;
}

function soundly(document: JsonObject, ref: string, pen: Pen): string | undefined {
  const where = `$ref to ${ref}`;
  const place = targetOf(document, ref);
  if (place === undefined) {
    pen.tell('dangling', where, ref.startsWith('#') ? 'nothing stands there' : 'not followed');
    return undefined;
  }
  if (isCircle(document, { $ref: place })) {
    pen.tell('circle', where, 'refers to itself and to nothing else');
    return undefined;
  }
  if (place !== ref && !/^#\/.*\//.test(ref)) pen.tell('meant', where, `is read as ${place}`);
  return place;
}

/** Visits everything that refers, the innermost first. */
function walk(node: Json, isNamed: boolean, visit: (node: JsonObject) => JsonObject): Json {
  if (Array.isArray(node)) {
    const entries = node.map((entry: Json) => walk(entry, false, visit));
    return entries.some((entry, index) => entry !== node[index]) ? entries : node;
  }
  if (!isObject(node)) return node;
  const whole = mapped(node, (value, name) =>
    !isNamed && data.has(name) ? value : walk(value, !isNamed && named.has(name), visit),
  );
  return typeof whole.$ref === 'string' ? visit(whole) : whole;
}
