import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { type Passage, said, type Word } from '../draft-passage.js';
import { type Sources, subjectsOf } from '../draft-sources.js';
import { beliefIn, isFirm, whyOf } from '../survey-evidence.js';
import { actionPassage } from './action.js';
import { pagingWords } from './paging.js';
import { offersFor } from './suggestions.js';

/** What a profile says of one collection, and what it could say beside. */
export function resourcePassage(collection: Collection, sources: Sources): Passage {
  const words = [
    { ...said(['name'], collection.name), isTaste: true },
    said(['collection'], collection.path, whyOf(beliefIn(collection, 'list', 'create', 'read'))),
    ...itemWords(collection),
    ...idWords(collection),
    ...markerWords(collection),
    ...parentWords(collection, sources.survey.collections),
    ...removalWords(collection),
    ...pagingWords(collection),
  ];
  return {
    key: 'collection',
    at: collection.path,
    remarks: remarksOn(collection),
    words: [...words, ...offersFor(collection, sources, subjectsOf(collection))],
    actions: collection.actions.map((action) => actionPassage(collection, action, sources)),
  };
}

const roles = ['list', 'create', 'read', 'head', 'replace', 'patch', 'remove'] as const;

/** The operations, with what is known of where they come from: a profile has no keys for most of them. */
function remarksOn(collection: Collection): string[] {
  const told = roles.flatMap((role) => {
    const operation = collection[role];
    return operation ? [`${role} ${operation.method} ${operation.path} (${whyOf(beliefIn(collection, role))})`] : [];
  });
  const entries = beliefIn(collection, 'entries');
  const missing = roles.filter((role) => role !== 'head' && !collection[role]);
  return [
    ...told,
    ...(entries ? [`${entries.value} entries seen (${entries.evidence})`] : []),
    ...(missing.length > 0 ? [`not found: ${missing.join(', ')}`] : []),
  ];
}

/** An item path says that items can be read, so it stands only where that was found. */
const itemWords = (collection: Collection): Word[] =>
  collection.read && collection.itemPath !== undefined && isFirm(beliefIn(collection, 'read'))
    ? [said(['item'], collection.itemPath, whyOf(beliefIn(collection, 'read')))]
    : [];

function idWords(collection: Collection): Word[] {
  const belief = beliefIn(collection, 'id');
  const word = said(['id', 'pointer'], collection.id.pointer, whyOf(belief));
  return [isFirm(belief) ? word : { ...word, isOffer: true }];
}

const markerWords = (collection: Collection): Word[] =>
  collection.marker === undefined
    ? []
    : [said(['marker', 'field'], collection.marker, whyOf(beliefIn(collection, 'marker')))];

function parentWords({ parents, overrides, ...collection }: Collection, all: readonly Collection[]): Word[] {
  const made = parents.flatMap(({ place, collection: parent }): Word[] => {
    const found = all.find(({ name, path }) => name === parent || path === parent);
    const why = whyOf(beliefIn(collection, `parent ${place}`));
    return found ? [said(['parents', place], found.path, why)] : [];
  });
  const taken = Object.entries(overrides).map(([place, value]): Word => {
    const why = `${whyOf(beliefIn(collection, `parent ${place}`))}; found anew in each run`;
    return { ...said(['create', 'overrides', place], value as Json, why), isOffer: true };
  });
  return [...made, ...taken];
}

const removalWords = (collection: Collection): Word[] =>
  collection.remove && collection.deletion.mode !== 'hard'
    ? [said(['delete', 'mode'], collection.deletion.mode, whyOf(beliefIn(collection, 'remove')))]
    : [];
