import { findFact, type Operation } from '../../src/model/service/operation.js';
import type { Collection } from '../../src/model/service/subject.js';
import { omittedValue } from '../../src/survey/references/resolve-parents.js';
import type { CollectionKey, CorpusKey } from './key.fixture.js';

/** The kinds of facts that are counted. */
export const claimKinds = [
  'collection',
  'item path',
  'id member',
  'role',
  'creation media type',
  'action',
  'parent',
  'paging style',
  'paging parameter',
  'page size',
  'entries',
  'next page',
  'idempotency key',
  'server-assigned member',
  'access',
  'left alone',
] as const;

/** A kind of fact. */
export type ClaimKind = (typeof claimKinds)[number];

/** A fact: its subject and value. */
export interface Claim {
  readonly kind: ClaimKind;
  readonly text: string;
}

const eraseParameterNames = (path: string) => path.replaceAll(/\{[^}]+\}/g, '{}');

/** What a key says. */
export function listKeyClaims(key: CorpusKey): Claim[] {
  return [
    ...Object.entries(key.collections).flatMap(([path, one]) =>
      listCollectionKeyClaims(path, one, one.secured ?? key.secured),
    ),
    ...(key.avoided ?? []).map((text) => ({ kind: 'left alone', text }) as const),
  ];
}

function listCollectionKeyClaims(path: string, one: CollectionKey, isSecured: boolean | undefined): Claim[] {
  const { style = 'unknown', default: usual, max, ...params } = one.paging ?? {};
  return buildClaims(path, {
    item: one.item,
    id: one.id,
    roles: one.roles,
    creation: one.creation,
    actions: one.actions ?? [],
    parents: Object.entries(one.parents ?? {}),
    style,
    params: Object.entries(params),
    sizes: { usual, max },
    items: one.items,
    next: one.next,
    key: one.key,
    assigned: one.assigned ?? [],
    isSecured: isSecured ?? false,
  });
}

const roles = ['list', 'create', 'read', 'replace', 'patch', 'remove'] as const;

/** What was inferred. */
export function listInferredClaims(all: readonly Collection[], notes: readonly string[]): Claim[] {
  const paths = new Map(all.map(({ name, path }) => [name, path]));
  const avoided = notes.flatMap((note) => {
    const [, text] =
      /^((?:POST|PUT|PATCH|DELETE) \S+): not checked: (?:takes|.*may cause effects|.*may remove)/.exec(note) ?? [];
    return text === undefined ? [] : [{ kind: 'left alone', text } as const];
  });
  return [...all.flatMap((one) => listCollectionClaims(one, paths)), ...avoided];
}

function listCollectionClaims(one: Collection, paths: ReadonlyMap<string, string>): Claim[] {
  const { pagination: paging, idempotency } = one;
  const isFound = one.facts.some(({ about, provenance }) => about === 'id' && provenance === 'described');
  return buildClaims(one.path, {
    item: one.itemPath,
    id: one.itemPath === undefined || !isFound ? undefined : getResponsePrefix(one) + one.id.pointer,
    roles: roles.filter((role) => one[role]),
    creation: one.create && classifyMedia(one.create),
    actions: one.actions.map(({ path }) => path),
    parents: one.parents.map(
      ({ place, collection }) =>
        [place.replace(/^\//, `${getRequestPrefix(one)}/`), paths.get(collection) ?? collection] as const,
    ),
    style: paging.style === 'none' ? 'unknown' : paging.style,
    params: [
      ...Object.entries(paging.params),
      ...(paging.params.page && paging.base === 0 ? [['base', 0] as const] : []),
    ],
    sizes: { usual: paging.defaultSize, max: paging.maxSize },
    items: paging.items,
    next: paging.next,
    key: idempotency && `${idempotency.in} ${idempotency.name}`,
    assigned: (one.serverAssigned ?? [])
      .filter((pointer) => findFact(one, `parent ${pointer}`)?.value !== omittedValue)
      .map((pointer) => getRequestPrefix(one) + pointer),
    isSecured: [one.list, one.create, one.read].some((operation) => operation?.secured),
  });
}

/** Keys describe requests and responses unchanged; inferred facts describe the items inside the envelope. */
function getResponsePrefix({ envelope }: Collection): string {
  if (envelope?.style === 'json-api') return '/data';
  return envelope?.response === undefined ? '' : `/${envelope.response}`;
}

function getRequestPrefix({ envelope }: Collection): string {
  if (envelope?.style === 'json-api') return '/data/attributes';
  return envelope?.request === undefined ? '' : `/${envelope.request}`;
}

function classifyMedia({ request }: Operation): string | undefined {
  if (request === undefined) return undefined;
  return /json/.test(request.mediaType)
    ? 'json'
    : /form-urlencoded/.test(request.mediaType)
      ? 'form'
      : request.mediaType;
}

interface CollectionDescription {
  readonly item: string | undefined;
  readonly id: string | undefined;
  readonly roles: readonly string[];
  readonly creation: string | undefined;
  readonly actions: readonly string[];
  readonly parents: readonly (readonly [string, string])[];
  readonly style: string;
  readonly params: readonly (readonly [string, unknown])[];
  readonly sizes: { readonly usual: number | undefined; readonly max: number | undefined };
  readonly items: string | undefined;
  readonly next: string | undefined;
  readonly key: string | undefined;
  readonly assigned: readonly string[];
  readonly isSecured: boolean;
}

function buildClaims(path: string, told: CollectionDescription): Claim[] {
  const said: readonly (readonly [ClaimKind, readonly unknown[]])[] = [
    ['collection', ['']],
    ['item path', [told.item && eraseParameterNames(told.item)]],
    ['id member', [told.id]],
    ['role', told.roles],
    ['creation media type', [told.creation]],
    ['action', told.actions.map(eraseParameterNames)],
    ['parent', told.parents.map(([place, parent]) => `${place.replace(/\/0$/, '')} -> ${eraseParameterNames(parent)}`)],
    ['paging style', [told.style === 'unknown' ? undefined : told.style]],
    ['paging parameter', told.params.map((pair) => pair.join(' '))],
    ['page size', [told.sizes.usual && `default ${told.sizes.usual}`, told.sizes.max && `maximum ${told.sizes.max}`]],
    ['entries', [told.items]],
    ['next page', [told.next]],
    ['idempotency key', [told.key]],
    ['server-assigned member', told.assigned],
    ['access', [told.isSecured ? 'asks for credentials' : undefined]],
  ];
  return said.flatMap(([kind, values]) =>
    values
      .filter((value) => value !== undefined)
      .map((value) => ({ kind, text: `${eraseParameterNames(path)}: ${value}` })),
  );
}
