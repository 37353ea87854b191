import { appendToPointer, getAtPointer, isObject, type Json, type JsonObject } from '../../../model/json.js';
import { mapMembers, type RepairContext } from '../repair-context.js';

/** Maximum number of schemas that apply to one value, after resolving every `$ref`. */
const maxSchemas = 5_000;
/** Maximum depth of schemas that apply to the same value. */
const maxDepth = 200;

/** Removes schemas whose size grows exponentially, because they could not be processed. */
export function limitSchemaSize(document: JsonObject, pen: RepairContext): JsonObject {
  const heavy = createSizeCheck(document);
  const mend = (node: Json, where: string): Json => {
    if (Array.isArray(node)) {
      const entries = node.map((entry: Json, index) => mend(entry, `${where}/${index}`));
      return entries.some((entry, index) => entry !== node[index]) ? entries : node;
    }
    if (!isObject(node)) return node;
    if (heavy(node)) {
      pen.omit(
        'weight',
        where,
        `consists of more than ${maxSchemas} schemas, or of ${maxDepth} nested ones, and is left out`,
      );
      return {};
    }
    return mapMembers(node, (value, name) => mend(value, appendToPointer(where, name)));
  };
  return mend(document, '#') as JsonObject;
}

/** Finds the schemas that are too large; schemas that contain them are not, once these are removed. */
function createSizeCheck(document: JsonObject): (node: JsonObject) => boolean {
  const weights = new Map<Json, number>();
  const heavy = new Set<Json>();
  const weigh = (node: Json, depth: number): number => {
    const known = weights.get(node);
    if (known !== undefined || !isObject(node)) return known ?? 1;
    // A cycle adds nothing.
    weights.set(node, 1);
    const parts = listApplyingSchemas(document, node);
    const whole =
      depth > maxDepth ? maxSchemas + 1 : parts.reduce((sum: number, part) => sum + weigh(part, depth + 1), 1);
    if (whole > maxSchemas) heavy.add(node);
    weights.set(node, whole > maxSchemas ? 1 : whole);
    return weights.get(node) ?? 1;
  };
  return (node) => {
    if (listApplyingSchemas(document, node).length > 0) weigh(node, 0);
    return heavy.has(node);
  };
}

/** The schemas that apply to the same value. */
function listApplyingSchemas(document: JsonObject, node: JsonObject): Json[] {
  const { $ref, not, if: condition, then, else: otherwise } = node;
  const lists = [node.allOf, node.anyOf, node.oneOf].flatMap((list) => (Array.isArray(list) ? (list as Json[]) : []));
  const target = typeof $ref === 'string' && $ref.startsWith('#/') ? getAtPointer(document, $ref.slice(1)) : undefined;
  return [target, not, condition, then, otherwise, ...lists].filter((part) => isObject(part)) as Json[];
}
