import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { dataKeys, namedKeys } from './named-keys.js';
import { mapMembers, type RepairContext } from './repair-context.js';
import { correctReference, isCircular } from './resolve-reference.js';

/** Removes references to missing targets and references that only refer to themselves. */
export function repairReferences(document: JsonObject, pen: RepairContext): JsonObject {
  const known = new Map<string, string | undefined>();
  const mend = (node: JsonObject): JsonObject => {
    const { $ref, ...rest } = node;
    const ref = String($ref);
    if (!known.has(ref)) known.set(ref, repairReference(document, ref, pen));
    const place = known.get(ref);
    if (place === ref) return node;
    return place === undefined ? rest : { ...rest, $ref: place };
  };
  return visitReferences(document, false, mend) as JsonObject;
}

function repairReference(document: JsonObject, ref: string, pen: RepairContext): string | undefined {
  const where = `$ref to ${ref}`;
  const place = correctReference(document, ref);
  if (place === undefined) {
    pen.omit('dangling', where, ref.startsWith('#') ? 'the target does not exist' : 'not followed');
    return undefined;
  }
  if (isCircular(document, { $ref: place })) {
    pen.omit('circle', where, 'refers only to itself');
    return undefined;
  }
  if (place !== ref && !/^#\/.*\//.test(ref)) pen.note('meant', where, `is read as ${place}`);
  return place;
}

/** Visits all references, innermost first. */
function visitReferences(node: Json, isNamed: boolean, visit: (node: JsonObject) => JsonObject): Json {
  if (Array.isArray(node)) {
    const entries = node.map((entry: Json) => visitReferences(entry, false, visit));
    return entries.some((entry, index) => entry !== node[index]) ? entries : node;
  }
  if (!isObject(node)) return node;
  const whole = mapMembers(node, (value, name) =>
    !isNamed && dataKeys.has(name) ? value : visitReferences(value, !isNamed && namedKeys.has(name), visit),
  );
  return typeof whole.$ref === 'string' ? visit(whole) : whole;
}
