import { type Book, defOf, type Keywords, type Node } from './keywords.js';
import { merge } from './merge-schemas.js';

/** More ways to satisfy a schema than this are not looked at. */
const most = 64;

/** The ways to satisfy a schema, each without compositions; `not` is left out and must be checked afterwards. */
export function variantsOf(book: Book, node: Node): Keywords[] {
  return expand(book, node, []);
}

/** Whether a value made from a variant may still break the schema, so that it must be checked. */
export function isUncertain(book: Book, node: Node, seen: Set<Node> = new Set()): boolean {
  if (typeof node === 'boolean' || seen.has(node)) return false;
  seen.add(node);
  if (doubtful.some((keyword) => node[keyword] !== undefined)) return true;
  const parts = [...(node.$ref ? [defOf(book, node.$ref)] : []), ...(node.allOf ?? []), ...(node.anyOf ?? [])];
  return parts.some((part) => isUncertain(book, part, seen));
}

const doubtful = [
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  'contains',
  'propertyNames',
  'patternProperties',
  'maxProperties',
] as const;

function expand(book: Book, node: Node, chain: readonly Node[]): Keywords[] {
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
  if ($ref) groups.push(expand(book, defOf(book, $ref), next));
  for (const part of allOf ?? []) groups.push(expand(book, part, next));
  for (const branches of [anyOf, oneOf]) {
    if (branches) groups.push(branches.flatMap((branch) => expand(book, branch, next)));
  }
  if (condition !== undefined) {
    const met = cross(expand(book, condition, next), expand(book, then ?? true, next));
    groups.push([...met, ...expand(book, otherwise ?? true, next)]);
  }
  return groups.reduce(cross, [own]);
}

function cross(some: Keywords[], others: Keywords[]): Keywords[] {
  const pairs = some.flatMap((one) => others.map((other) => merge(one, other)));
  return evenly(pairs.filter((merged) => merged !== undefined));
}

function evenly(variants: Keywords[]): Keywords[] {
  if (variants.length <= most) return variants;
  const step = variants.length / most;
  return Array.from({ length: most }, (_, index) => variants[Math.floor(index * step)] as Keywords);
}
