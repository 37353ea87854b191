import { getDefinition, type Keywords, type SchemaNode, type SchemaSet } from './keywords.js';
import { mergeSchemas } from './merge-schemas.js';

/** Maximum number of variants of a schema. */
const maxVariants = 64;

/** Lists the variants of a schema without compositions; `not` is ignored and must be checked afterwards. */
export function listSchemaVariants(book: SchemaSet, node: SchemaNode): Keywords[] {
  return expand(book, node, []);
}

/** Whether a value of a variant may still be invalid, so that it must be checked. */
export function isUncertain(book: SchemaSet, node: SchemaNode, seen: Set<SchemaNode> = new Set()): boolean {
  if (typeof node === 'boolean' || seen.has(node)) return false;
  seen.add(node);
  if (uncheckedKeywords.some((keyword) => node[keyword] !== undefined)) return true;
  const parts = [...(node.$ref ? [getDefinition(book, node.$ref)] : []), ...(node.allOf ?? []), ...(node.anyOf ?? [])];
  return parts.some((part) => isUncertain(book, part, seen));
}

const uncheckedKeywords = [
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  'contains',
  'propertyNames',
  'patternProperties',
  'maxProperties',
] as const;

function expand(book: SchemaSet, node: SchemaNode, chain: readonly SchemaNode[]): Keywords[] {
  if (node === false) return [];
  if (node === true || chain.includes(node)) return [{}];
  const next = [...chain, node];
  const {
    $ref,
    allOf,
    anyOf,
    oneOf,
    not: _,
    if: condition,
    then,
    else: otherwise,
    dependentSchemas: __,
    ...own
  } = node;
  const groups: Keywords[][] = [];
  if ($ref) groups.push(expand(book, getDefinition(book, $ref), next));
  for (const part of allOf ?? []) groups.push(expand(book, part, next));
  for (const branches of [anyOf, oneOf]) {
    if (branches) groups.push(branches.flatMap((branch) => expand(book, branch, next)));
  }
  if (condition !== undefined) {
    const met = crossVariants(expand(book, condition, next), expand(book, then ?? true, next));
    groups.push([...met, ...expand(book, otherwise ?? true, next)]);
  }
  return groups.reduce(crossVariants, [own]);
}

function crossVariants(some: Keywords[], others: Keywords[]): Keywords[] {
  const pairs = some.flatMap((one) => others.map((other) => mergeSchemas(one, other)));
  return limitEvenly(pairs.filter((merged) => merged !== undefined));
}

function limitEvenly(variants: Keywords[]): Keywords[] {
  if (variants.length <= maxVariants) return variants;
  const step = variants.length / maxVariants;
  return Array.from({ length: maxVariants }, (_, index) => variants[Math.floor(index * step)] as Keywords);
}
