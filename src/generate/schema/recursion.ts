import { defsPrefix, getDefinition, type SchemaNode, type SchemaSet } from './keywords.js';

/** Creates a check for schemas that can contain themselves. */
export function createRecursionCheck(book: SchemaSet): (node: SchemaNode) => boolean {
  const next = new Map(Object.entries(book.defs).map(([name, node]) => [name, listReferencedNames(node)]));
  const recursive = new Set([...next.keys()].filter((name) => canReach(next, name, name)));
  const isRecursive = (node: SchemaNode, seen: readonly SchemaNode[]): boolean => {
    if (typeof node === 'boolean' || seen.includes(node)) return false;
    if (node.$ref && recursive.has(node.$ref.slice(defsPrefix.length))) return true;
    const parts = [
      ...(node.$ref ? [getDefinition(book, node.$ref)] : []),
      ...(node.allOf ?? []),
      ...(node.anyOf ?? []),
    ];
    return [...parts, ...(node.oneOf ?? [])].some((part) => isRecursive(part, [...seen, node]));
  };
  const known = new Map<SchemaNode, boolean>();
  return (node) => {
    const answer = known.get(node) ?? isRecursive(node, []);
    known.set(node, answer);
    return answer;
  };
}

function listReferencedNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === '$ref' && typeof part === 'string' ? [part.slice(defsPrefix.length)] : listReferencedNames(part),
  );
}

function canReach(next: ReadonlyMap<string, readonly string[]>, from: string, goal: string): boolean {
  const seen = new Set<string>();
  const todo = [...(next.get(from) ?? [])];
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (name === goal) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    todo.push(...(next.get(name) ?? []));
  }
  return false;
}
