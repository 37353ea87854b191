import type { TapeObserver } from '../../http/observe-tape.js';
import { escapeRegExp } from '../../model/escape-reg-exp.js';
import { isObject, type Json, readJson } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';

/** What a run observed of one collection. */
export interface RecordedCollection {
  /** `METHOD template` of successful requests. */
  readonly operations: ReadonlySet<string>;
  /** Representations of items that were created only to be read. */
  readonly shapes: readonly Json[];
  /** Member names of each accepted creation, without duplicates. */
  readonly accepted: readonly (readonly string[])[];
}

/** Sees the exchanges of a tape. */
export interface BaselineRecorder extends Required<Pick<TapeObserver, 'onEnd'>> {
  /** Sets the collections to observe; nothing is recorded before. */
  watch(collections: readonly Collection[]): void;
  /** What was observed of a collection so far. */
  getRecorded(collection: Collection): RecordedCollection;
}

/** Observes requests and responses without sending any. */
export function createBaselineRecorder(baseUrl: string): BaselineRecorder {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  let notebooks: readonly CollectionNotes[] = [];
  let findNotes = indexNotes(notebooks);
  return {
    onEnd({ trial = '', request: { method }, unredacted, end }) {
      // Redacted values would look like values of the service.
      const { status = 0 } = end?.answer ?? {};
      if (notebooks.length === 0 || unredacted === undefined || status < 200 || status > 299) return;
      const { target, content, text } = unredacted;
      const [plain = ''] = target.split('?', 1);
      const path = (plainPath.test(plain) ? plain : new URL(`http://target${target}`).pathname).slice(prefix.length);
      for (const notebook of findNotes(path)) recordExchange(notebook, { method, path, content, trial }, text);
    },
    watch(collections) {
      notebooks = collections.map(createCollectionNotes);
      findNotes = indexNotes(notebooks);
    },
    getRecorded: (collection) =>
      notebooks.find(({ name }) => name === collection.name) ?? createCollectionNotes(collection),
  };
}

/** A path that a parser of URLs does not change. */
const plainPath = /^(\/[\w-]+)+$/;

/** Finds the collections whose operations may have a path, by the fixed segments at its beginning: a service may have thousands of them. */
function indexNotes(notebooks: readonly CollectionNotes[]) {
  const groups = new Map<string, Set<CollectionNotes>>();
  for (const notebook of notebooks)
    for (const { template } of notebook.known) {
      const start = template.includes('{')
        ? template.slice(0, template.lastIndexOf('/', template.indexOf('{')))
        : template;
      groups.set(start, (groups.get(start) ?? new Set()).add(notebook));
    }
  return (path: string): ReadonlySet<CollectionNotes> => {
    const found = new Set<CollectionNotes>();
    for (let end = path.length; end >= 0; end = end === 0 ? -1 : Math.max(0, path.lastIndexOf('/', end - 1)))
      for (const notebook of groups.get(path.slice(0, end)) ?? []) found.add(notebook);
    return found;
  };
}

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly trial: string;
  readonly content: string | undefined;
}

interface KnownOperation {
  readonly operation: string;
  readonly method: string;
  readonly template: string;
  readonly path: RegExp;
}

interface CollectionNotes {
  readonly name: string;
  readonly known: readonly KnownOperation[];
  readonly create: string;
  readonly read: string;
  readonly operations: Set<string>;
  readonly shapes: Json[];
  readonly accepted: string[][];
  readonly texts: Set<string>;
  /** Trials that created items, so that the items in their responses belong to the run. */
  readonly makers: Set<string>;
}

function createCollectionNotes({ name, actions, ...collection }: Collection): CollectionNotes {
  const { list, create, read, replace, patch, remove } = collection;
  const acting = actions.flatMap(({ post, get }) => [post, get]);
  const known = [list, create, read, replace, patch, remove, ...acting].flatMap((operation) => {
    if (!operation) return [];
    const pattern = operation.path.split(/\{[^}]+\}/).map(escapeRegExp);
    const path = new RegExp(`^${pattern.join('[^/]+')}$`);
    const { method, path: template } = operation;
    return [{ operation: `${method} ${template}`, method, template, path }];
  });
  const titled = { create: `POST ${create?.path}`, read: `GET ${read?.path}` };
  const empty = { operations: new Set<string>(), shapes: [], accepted: [], texts: new Set<string>() };
  return { name, known, ...titled, ...empty, makers: new Set() };
}

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
