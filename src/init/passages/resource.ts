import type { Json } from '../../model/json.js';
import type { Action, Collection } from '../../model/service/subject.js';
import { collectionRoles } from '../../model/service/subject-collections.js';
import {
  createOffer,
  createValue,
  type DraftPassage,
  type DraftSources,
  type DraftValue,
  listSubjectNames,
} from '../draft-passage.js';
import { describeEvidence, findBelief, isFirm } from '../survey-evidence.js';
import { draftSuggestions } from './suggestions.js';

/** What else a profile says about pages; the survey knows more. */
const otherKeys = ['next', 'total', 'defaultSize', 'maxSize', 'overMax', 'pastEnd'] as const;

export function draftResource(collection: Collection, sources: DraftSources): DraftPassage {
  const words = [
    { ...createValue(['name'], collection.name), isTaste: true },
    createValue(['collection'], collection.path, describeEvidence(findBelief(collection, 'list', 'create', 'read'))),
    // The item path declares that items can be read, so it is written only if that was found.
    ...(collection.read && collection.itemPath !== undefined && isFirm(findBelief(collection, 'read'))
      ? [createValue(['item'], collection.itemPath, describeEvidence(findBelief(collection, 'read')))]
      : []),
    ...draftId(collection),
    ...(collection.marker === undefined
      ? []
      : [createValue(['marker', 'field'], collection.marker, describeEvidence(findBelief(collection, 'marker')))]),
    ...draftCreation(collection),
    ...draftParents(collection, sources.survey.collections),
    ...(collection.remove && collection.deletion.mode !== 'hard'
      ? [createValue(['delete', 'mode'], collection.deletion.mode, describeEvidence(findBelief(collection, 'remove')))]
      : []),
    ...draftPaging(collection),
  ];
  return {
    key: 'collection',
    servicePath: collection.path,
    remarks: describeOperations(collection),
    draftValues: [...words, ...draftSuggestions(collection, sources, listSubjectNames(collection))],
    actions: collection.actions.map((action) => draftAction(collection, action, sources)),
  };
}

/** Describes the operations with their provenance: a profile has no keys for most of them. */
function describeOperations(collection: Collection): string[] {
  const told = collectionRoles.flatMap((role) => {
    const operation = collection[role];
    return operation
      ? [`${role} ${operation.method} ${operation.path} (${describeEvidence(findBelief(collection, role))})`]
      : [];
  });
  const entries = findBelief(collection, 'entries');
  const missing = collectionRoles.filter((role) => role !== 'head' && !collection[role]);
  return [
    ...told,
    ...(entries ? [`${entries.value} ${entries.value === 1 ? 'item' : 'items'} observed (${entries.evidence})`] : []),
    ...(missing.length > 0 ? [`not found: ${missing.join(', ')}`] : []),
  ];
}

function draftId(collection: Collection): DraftValue[] {
  const belief = findBelief(collection, 'id');
  const word = createValue(['id', 'pointer'], collection.id.pointer, describeEvidence(belief));
  return [isFirm(belief) ? word : { ...word, isOffer: true }];
}

/** The form of a creation, where it is not POST of one item to the collection; a guess is only suggested. */
function draftCreation(collection: Collection): DraftValue[] {
  const { create, creation, itemPath } = collection;
  if (!create || !creation) return [];
  const belief = findBelief(collection, 'create');
  const isUsual = creation.path === (create.method === 'PUT' ? itemPath : collection.path);
  const told: readonly (readonly [string, Json | undefined])[] = [
    ['method', create.method === 'POST' ? undefined : create.method],
    ['path', isUsual ? undefined : creation.path],
    ['list', creation.isList],
  ];
  return told.flatMap(([key, value]) => {
    if (value === undefined) return [];
    const drafted = createValue(['create', key], value, describeEvidence(belief));
    return [isFirm(belief) ? drafted : { ...drafted, isOffer: true }];
  });
}

function draftParents({ parents, overrides, ...collection }: Collection, all: readonly Collection[]): DraftValue[] {
  const made = parents.flatMap(({ place, collection: parent }): DraftValue[] => {
    const found = all.find(({ name, path }) => name === parent || path === parent);
    const why = describeEvidence(findBelief(collection, `parent ${place}`));
    return found ? [createValue(['parents', place], found.path, why)] : [];
  });
  const taken = Object.entries(overrides).map(([place, value]): DraftValue => {
    const why = `${describeEvidence(findBelief(collection, `parent ${place}`))}; found again in each run`;
    return { ...createValue(['create', 'overrides', place], value as Json, why), isOffer: true };
  });
  return [...made, ...taken];
}

function draftPaging(collection: Collection): DraftValue[] {
  const { style, params, base: first, firstOffset, ...rest } = collection.pagination;
  const base = params.page === undefined ? firstOffset : first;
  const belief = findBelief(collection, 'pagination');
  const items = findBelief(collection, 'items');
  const known = otherKeys.flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name]] as const]));
  if (style === 'unknown') return draftItems(collection, items);
  const isKnown = isFirm(belief) || isFirm(items);
  return [
    ...(isKnown ? [createValue(['pagination', 'style'], style, describeEvidence(belief ?? items))] : []),
    ...(isKnown && Object.keys(params).length > 0 ? [createValue(['pagination', 'params'], params as Json)] : []),
    ...(isKnown && base !== undefined ? [createValue(['pagination', 'base'], base)] : []),
    ...draftItems(collection, items),
    ...(isKnown ? known.map(([name, value]) => createValue(['pagination', name], value as Json)) : []),
  ];
}

/** Parameter names without a style are written as separate keys, because a mapping would need the style. */
const draftItems = ({ pagination: { items } }: Collection, belief: Collection['facts'][number] | undefined) =>
  items === undefined || !isFirm(belief) ? [] : [createValue(['pagination', 'items'], items, describeEvidence(belief))];

/** The keys and suggestions for one action of an item. */
export function draftAction(collection: Collection, action: Action, { waiting }: DraftSources): DraftPassage {
  const { name, path, post, get, fields, repeat } = action;
  const belief = findBelief(collection, `action ${name}`);
  const subject = `${collection.name}/${name}`;
  const wait = (...keys: string[]) => waiting(keys, subject);
  const isConflicting = post?.statuses.includes(409) ?? false;
  const offers: DraftValue[] = [
    createOffer(['readable'], true, 'GET returns the record', get ? 0 : wait('resources[].actions[].readable')),
    createOffer(
      ['fields'],
      { date: '/date' },
      'the members of the record with its date, reason and author',
      fields ? 0 : wait('resources[].actions[].fields'),
    ),
    createOffer(
      ['repeat'],
      'conflict',
      `how a second request is answered: conflict, or same${isConflicting ? '; the document lists 409' : ''}`,
      repeat ? 0 : wait('resources[].actions[].repeat'),
    ),
  ];
  return {
    key: 'path',
    servicePath: path,
    remarks: [],
    draftValues: [
      { ...createValue(['name'], name), isTaste: true },
      createValue(['path'], path, describeEvidence(belief)),
      ...(get ? [createValue(['readable'], true, `${get.provenance}: GET ${get.path}`)] : []),
      ...(fields
        ? [
            createValue(
              ['fields'],
              { ...fields },
              describeEvidence(findBelief(collection, `action ${name} fields`) ?? belief),
            ),
          ]
        : []),
      ...offers.filter(({ rules = 0 }) => rules > 0),
    ],
    actions: [],
  };
}
