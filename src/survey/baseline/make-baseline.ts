import { appendToPointer, isObject, type Json } from '../../model/json.js';
import type { BaselineCollection } from '../../model/service/baseline.js';
import type { Collection } from '../../model/service/subject.js';
import { listMembers } from '../../openapi/recognize/schema-shape.js';
import type { RecordedCollection } from './baseline-recorder.js';

/**
 * Builds the baseline of an audit for comparison by a later one. Only operations that succeeded and members that were
 * returned count.
 */
export function buildBaseline(
  collections: readonly Collection[],
  document: Json | undefined,
  seen: (collection: Collection) => RecordedCollection,
): BaselineCollection[] {
  return collections.map((collection) => {
    const { name, path } = collection;
    const { operations, shapes, accepted } = seen(collection);
    return {
      name,
      path,
      operations: [...operations].sort(),
      members: listMemberTypes(shapes),
      required: listRequiredMembers(collection, document, accepted),
    };
  });
}

/** JSON types by pointer, of the members in every representation; entries of arrays are omitted. */
export function listMemberTypes(shapes: readonly Json[]): Record<string, readonly string[]> {
  const found = shapes.map((shape) => collectMemberTypes(shape));
  const [first, ...others] = found;
  const shared = [...(first?.keys() ?? [])].filter((pointer) => others.every((types) => types.has(pointer)));
  const typesAt = (pointer: string) => [...new Set(found.flatMap((types) => types.get(pointer) ?? []))].sort();
  return Object.fromEntries(shared.sort().map((pointer) => [pointer, typesAt(pointer)]));
}

function collectMemberTypes(value: Json, here = '', into = new Map<string, string>()): Map<string, string> {
  if (!isObject(value)) return into;
  for (const [name, part] of Object.entries(value)) {
    const pointer = appendToPointer(here, name);
    into.set(pointer, part === null ? 'null' : Array.isArray(part) ? 'array' : typeof part);
    collectMemberTypes(part, pointer, into);
  }
  return into;
}

/**
 * The members of the smallest accepted creation among those with all members that the document requires. What a
 * document says counts only once it was observed, and what a lenient service accepts is no promise.
 */
function listRequiredMembers(
  { create, idempotency }: Collection,
  document: Json | undefined,
  accepted: RecordedCollection['accepted'],
): string[] {
  const described = [...listMembers(document, create?.request?.schema as Json | undefined)];
  const asked = described.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  const whole = accepted.filter((names) => asked.every((name) => names.includes(name)));
  const [smallest = []] = [...whole].sort((a, b) => a.length - b.length);
  return smallest.filter((name) => idempotency?.in !== 'body' || name !== idempotency.name);
}
