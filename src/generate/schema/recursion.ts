import { type Book, defOf, type Node, shelf } from './keywords.js';

/** Tells the schemas through which a value may come to contain itself. */
export function recursionOf(book: Book): (node: Node) => boolean {
  const next = new Map(Object.entries(book.defs).map(([name, node]) => [name, refsIn(node)]));
  const recursive = new Set([...next.keys()].filter((name) => reaches(next, name, name)));
  const isRecursive = (node: Node, seen: readonly Node[]): boolean => {
    if (typeof node === 'boolean' || seen.includes(node)) return false;
    if (node.$ref && recursive.has(node.$ref.slice(shelf.length))) return true;
    const parts = [...(node.$ref ? [defOf(book, node.$ref)] : []), ...(node.allOf ?? []), ...(node.anyOf ?? [])];
    return [...parts, ...(node.oneOf ?? [])].some((part) => isRecursive(part, [...seen, node]));
  };
  const known = new Map<Node, boolean>();
  return (node) => {
    const answer = known.get(node) ?? isRecursive(node, []);
    known.set(node, answer);
    return answer;
  };
}

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === '$ref' && typeof part === 'string' ? [part.slice(shelf.length)] : refsIn(part),
  );
}

function reaches(next: ReadonlyMap<string, readonly string[]>, from: string, goal: string): boolean {
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
