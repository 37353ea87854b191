import type { Client } from '../../http/exchange.js';
import {
  at,
  type Collection,
  type Fact,
  header,
  isObject,
  type Json,
  type JsonObject,
  type Method,
  type Operation,
} from '../../rule/index.js';
import { blank } from '../blank.js';
import { fact } from '../facts.js';
import { idPointerIn } from '../identify.js';
import { infer } from '../infer.js';
import type { Known } from '../known.js';
import { looksAssigned, traitsOf } from '../members.js';
import { entriesIn, pageIn } from '../observe.js';
import { assumedHead } from '../openapi/collections.js';
import type { Page } from '../page.js';
import { nounOf, trimmed } from '../words.js';
import { type Allowed, allowedAt } from './allowed.js';

/** A collection that was found by asking, with its entries; or why a path is none. */
export type Probed =
  | { readonly collection: Collection; readonly entries: readonly Json[]; readonly notes: readonly string[] }
  | { readonly note: string };

/** Asks a path, and takes it for a collection when it answers with entries. */
export async function probe(path: string, name: string, known: Known, client: Client): Promise<Probed> {
  const { answer } = await client.send({ method: 'GET', path, role: 'survey' });
  const page = answer?.status === 200 ? pageIn(answer, path) : undefined;
  if (!answer || !page) return { note: `${path}: not looked at: answers no list of objects` };
  const entries = entriesIn(answer, page);
  const base = {
    ...paged(blank(name, path, known), page, header(answer, 'link')),
    list: operation('GET', path, 'observed'),
  };
  const facts = [
    ...base.facts,
    fact('list', `GET ${path}`, 'observed', `GET ${path}`),
    fact('entries', entries.length, 'observed', `GET ${path}`),
  ];
  if (entries.length === 0) {
    return {
      collection: { ...base, facts },
      entries,
      notes: [`${path}: is empty, so nothing tells what an item looks like; declare resources[].create to make some`],
    };
  }
  return withItems({ ...base, facts }, entries, known, client);
}

async function withItems(base: Collection, entries: readonly Json[], known: Known, client: Client): Promise<Probed> {
  const { path } = base;
  const item = infer(entries);
  const pointer = idPointerIn(undefined, item, nounOf(path));
  const id = pointer === undefined ? undefined : at(entries[0], pointer);
  if (pointer === undefined || id === undefined || id === null) {
    return {
      collection: { ...base, item },
      entries,
      notes: [`${path}: entries carry no id, so items cannot be addressed`],
    };
  }
  const itemUrl = `${trimmed(path)}/${encodeURIComponent(String(id))}`;
  const { answer } = await client.send({ method: 'GET', path: itemUrl, role: 'survey' });
  const isItem = answer?.status === 200 && isObject(answer.json as Json) && at(answer.json as Json, pointer) === id;
  const allowed = await allowedAt(path, isItem ? itemUrl : undefined, known, client);
  const read = isItem ? operation('GET', `${trimmed(path)}/{id}`, 'observed') : undefined;
  const found = { ...base, item, id: { pointer } };
  const idFact = fact('id', pointer, 'observed', `GET ${path}`);
  const notes = isItem ? [] : [`${path}: GET ${itemUrl} answers no item, so items cannot be addressed`];
  return { collection: writable({ ...found, facts: [...base.facts, idFact] }, read, allowed, itemUrl), entries, notes };
}

function writable(base: Collection, read: Operation | undefined, allowed: Allowed, itemUrl: string): Collection {
  const schema = creationSchema(base.item as JsonObject, base.id.pointer);
  const { marker, unique } = traitsOf(undefined, schema, { id: base.id.pointer, isReused: true, isConflicting: false });
  const itemPath = read?.path;
  const { required: _, ...partial } = schema;
  const writes: [string, Method, string | undefined, JsonObject | undefined, string?][] = [
    ['create', 'POST', base.path, schema],
    ['replace', 'PUT', itemPath, schema],
    ['patch', 'PATCH', itemPath, partial, allowed.patchType],
    ['remove', 'DELETE', itemPath, undefined],
  ];
  const known = writes.filter(([, method, path]) => path !== undefined && allowed.methods.has(method));
  const operations = known.map(([role, method, path = '', body, type = 'application/json']) => [
    role,
    { ...operation(method, path, 'assumed'), ...(body ? { request: { mediaType: type, schema: body } } : {}) },
  ]);
  const facts: Fact[] = known.map(([role, method, path]) =>
    fact(role, `${method} ${path}`, 'assumed', allowed.methods.get(method) ?? ''),
  );
  const readFacts = read
    ? [
        fact('read', `GET ${read.path}`, 'observed', `GET ${itemUrl}`),
        fact('head', `HEAD ${read.path}`, 'assumed', `GET ${itemUrl}`),
      ]
    : [];
  return {
    ...base,
    ...(read ? { read, itemPath: read.path, head: assumedHead(read) } : {}),
    ...Object.fromEntries(operations),
    unique,
    ...(marker === undefined ? {} : { marker }),
    facts: [
      ...base.facts,
      ...readFacts,
      ...facts,
      ...(marker === undefined ? [] : [fact('marker', marker, 'assumed', `GET ${base.path}`)]),
    ],
  };
}

/** What was seen in entries, without what the service seems to set itself, and without what was only ever null. */
function creationSchema({ properties, required }: JsonObject, id: string): JsonObject {
  const members = Object.entries(isObject(properties) ? properties : {});
  const own = members.filter(([name, member]) => !looksAssigned(name, id) && (member as JsonObject).type !== 'null');
  const names = own.map(([name]) => name);
  const needed = (Array.isArray(required) ? (required as string[]) : []).filter((name) => names.includes(name));
  return { type: 'object', properties: Object.fromEntries(own), required: needed };
}

function paged(collection: Collection, page: Page, link: string | undefined): Collection {
  const { pagination } = collection;
  const isLinked = page.next !== undefined || /\brel="?next\b/i.test(link ?? '');
  return {
    ...collection,
    pagination: {
      ...pagination,
      style: pagination.style === 'unknown' && isLinked ? 'link' : pagination.style,
      items: pagination.items ?? page.items,
      ...(page.next === undefined ? {} : { next: page.next }),
      ...(page.total === undefined ? {} : { total: page.total }),
    },
  };
}

const operation = (method: Method, path: string, provenance: Operation['provenance']): Operation => ({
  method,
  path,
  provenance,
  statuses: [],
  parameters: [],
});
