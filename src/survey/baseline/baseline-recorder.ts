import type { TapedExchange } from '../../http/tape.js';
import { escapeRegExp } from '../../model/escapes.js';
import { appendToPointer, isObject, type Json, readJson } from '../../model/json.js';
import type { BaselineCollection } from '../../model/service/baseline.js';
import type { Collection } from '../../model/service/subject.js';
import { indexTemplates } from '../../model/values/group-by.js';
import { listMembers } from '../../openapi/recognize/schema-shape.js';

type RecordedCollection = Pick<CollectionNotes, 'operations' | 'shapes' | 'accepted'>;

export function createBaselineRecorder(baseUrl: string) {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  let notebooks: readonly CollectionNotes[] = [];
  let findNotes = indexNotes(notebooks);
  return {
    onEnd({ trial = '', request: { method }, unredacted, end }: TapedExchange) {
      // Redacted values would look like values of the service.
      const { status = 0 } = end?.answer ?? {};
      if (notebooks.length === 0 || unredacted === undefined || status < 200 || status > 299) return;
      const { target, content, text } = unredacted;
      const [plain = ''] = target.split('?', 1);
      const path = (plainPath.test(plain) ? plain : new URL(`http://target${target}`).pathname).slice(prefix.length);
      for (const notebook of findNotes(path)) recordExchange(notebook, { method, path, content, trial }, text);
    },
    /** Sets the collections to observe; nothing is recorded before. */
    watch(collections: readonly Collection[]) {
      notebooks = collections.map(createCollectionNotes);
      findNotes = indexNotes(notebooks);
    },
    /** What was observed of a collection so far. */
    getRecorded: (collection: Collection): RecordedCollection =>
      notebooks.find(({ name }) => name === collection.name) ?? createCollectionNotes(collection),
  };
}

/** A path that a parser of URLs does not change. */
const plainPath = /^(\/[\w-]+)+$/;

/** Finds the collections whose operations may have a path. */
const indexNotes = (notebooks: readonly CollectionNotes[]) =>
  indexTemplates(notebooks, ({ known }) => known.map(({ template }) => template));

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly trial: string;
  readonly content: string | undefined;
}

type CollectionNotes = ReturnType<typeof createCollectionNotes>;

function listKnownOperations({ actions, list, create, read, replace, patch, remove }: Collection) {
  const acting = actions.flatMap(({ post, get }) => [post, get]);
  return [list, create, read, replace, patch, remove, ...acting].flatMap((operation) => {
    if (!operation) return [];
    const { method, path: template } = operation;
    const pattern = template.split(/\{[^}]+\}/).map(escapeRegExp);
    return [{ operation: `${method} ${template}`, method, template, path: new RegExp(`^${pattern.join('[^/]+')}$`) }];
  });
}

const createCollectionNotes = (collection: Collection) => ({
  name: collection.name,
  known: listKnownOperations(collection),
  create: `POST ${collection.create?.path}`,
  read: `GET ${collection.read?.path}`,
  /** `METHOD template` of successful requests. */
  operations: new Set<string>(),
  /** Representations of items that were created only to be read. */
  shapes: [] as Json[],
  /** Member names of each accepted creation, without duplicates. */
  accepted: [] as string[][],
  texts: new Set<string>(),
  /** Trials that created items, so that the items in their responses belong to the run. */
  makers: new Set<string>(),
});

/** The items from which noise is learned are ordinary, and nothing was done to them. */
function recordExchange(notebook: CollectionNotes, request: RecordedRequest, content: string | undefined): void {
  const { trial } = request;
  const found = notebook.known.find(({ method, path }) => method === request.method && path.test(request.path));
  if (!found) return;
  notebook.operations.add(found.operation);
  if (found.operation === notebook.create) {
    notebook.makers.add(trial);
    recordCreation(notebook, request.content);
  }
  const isOwn = trial === `noise@${notebook.name}` && notebook.makers.has(trial);
  const shape = isOwn && found.operation === notebook.read ? readJson(content) : undefined;
  if (shape !== undefined) notebook.shapes.push(shape);
}

function recordCreation({ accepted, texts }: CollectionNotes, content: string | undefined): void {
  const body = readJson(content);
  if (!isObject(body)) return;
  const names = Object.keys(body).sort();
  const text = names.join('\n');
  if (!texts.has(text)) accepted.push(names);
  texts.add(text);
}

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
