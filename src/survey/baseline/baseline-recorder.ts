import type { Tape } from '../../http/tape.js';
import { isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';

/** What was seen of one collection while a run went on. */
export interface Witnessed {
  /** `METHOD template` of what succeeded. */
  readonly operations: ReadonlySet<string>;
  /** What GET showed of things that were made for nothing but to be looked at. */
  readonly shapes: readonly Json[];
  /** Names of the members of each creation that was accepted, without repetitions. */
  readonly accepted: readonly (readonly string[])[];
}

/** A tape that is watched while it is written. */
export interface Witness {
  readonly tape: Tape;
  /** Says what to watch for, once that is known; before, and without any, nothing is remembered. */
  watch(collections: readonly Collection[]): void;
  /** What was seen of a collection until now. */
  of(collection: Collection): Witnessed;
}

/** Watches what leaves and what comes back, without sending anything of its own. */
export function witness(tape: Tape, baseUrl: string): Witness {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const sent = new Map<number, Sent>();
  let notebooks: readonly Notebook[] = [];
  return {
    tape: {
      ...tape,
      sent(n, trial, role, request, as) {
        // What is blotted out would be taken for the service's own words.
        if (notebooks.length > 0 && as)
          sent.set(n, { method: request.method, target: as.target, content: as.content, trial });
        tape.sent(n, trial, role, request, as);
      },
      got(n, ms, answer, text) {
        const request = sent.get(n);
        sent.delete(n);
        if (request && answer.status >= 200 && answer.status < 300) noteAll(notebooks, prefix, request, text);
        tape.got(n, ms, answer, text);
      },
      silent(n, ms, why) {
        sent.delete(n);
        tape.silent(n, ms, why);
      },
    },
    watch(collections) {
      notebooks = collections.map(notebookOf);
    },
    of: (collection) => notebooks.find(({ name }) => name === collection.name) ?? notebookOf(collection),
  };
}

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly trial: string | undefined;
  readonly content: string | undefined;
}

interface Notebook {
  readonly name: string;
  readonly known: readonly { readonly operation: string; readonly method: string; readonly path: RegExp }[];
  readonly create: string;
  readonly read: string;
  readonly operations: Set<string>;
  readonly shapes: Json[];
  readonly accepted: string[][];
  readonly texts: Set<string>;
  /** Trials in which something was made, so that what they show is the run's own. */
  readonly makers: Set<string>;
}

function notebookOf({ name, actions, ...collection }: Collection): Notebook {
  const { list, create, read, replace, patch, remove } = collection;
  const acting = actions.flatMap(({ post, get }) => [post, get]);
  const known = [list, create, read, replace, patch, remove, ...acting].flatMap((operation) => {
    if (!operation) return [];
    const pattern = operation.path.split(/\{[^}]+\}/).map(literally);
    const path = new RegExp(`^${pattern.join('[^/]+')}$`);
    return [{ operation: `${operation.method} ${operation.path}`, method: operation.method, path }];
  });
  const titled = { create: `POST ${create?.path}`, read: `GET ${read?.path}` };
  const empty = { operations: new Set<string>(), shapes: [], accepted: [], texts: new Set<string>() };
  return { name, known, ...titled, ...empty, makers: new Set() };
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function noteAll(notebooks: readonly Notebook[], prefix: string, request: Sent, content: string | undefined): void {
  const path = new URL(`http://target${request.target}`).pathname.slice(prefix.length);
  for (const notebook of notebooks) note(notebook, { ...request, path }, content);
}

/** The twins from which noise is learned are plain ones, and nothing was done to them. */
function note(notebook: Notebook, request: Sent & { readonly path: string }, content: string | undefined): void {
  const { trial = '' } = request;
  const found = notebook.known.find(({ method, path }) => method === request.method && path.test(request.path));
  if (!found) return;
  notebook.operations.add(found.operation);
  if (found.operation === notebook.create) {
    notebook.makers.add(trial);
    noteCreation(notebook, request.content);
  }
  const isOwn = trial === `noise@${notebook.name}` && notebook.makers.has(trial);
  const shape = isOwn && found.operation === notebook.read ? parsed(content) : undefined;
  if (shape !== undefined) notebook.shapes.push(shape);
}

function noteCreation({ accepted, texts }: Notebook, content: string | undefined): void {
  const body = parsed(content);
  if (!isObject(body)) return;
  const names = Object.keys(body).sort();
  const text = names.join('\n');
  if (!texts.has(text)) accepted.push(names);
  texts.add(text);
}

/** Long content is cut on the tape, and then says nothing. */
function parsed(content: string | undefined): Json | undefined {
  try {
    return content === undefined ? undefined : (JSON.parse(content) as Json);
  } catch {
    return undefined;
  }
}
