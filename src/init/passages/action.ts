import type { Action, Collection } from '../../model/service/subject.js';
import { offered, type Passage, said, type Word } from '../draft-passage.js';
import type { Sources } from '../draft-sources.js';
import { beliefIn, whyOf } from '../survey-evidence.js';

/** What a profile says of one action of an item, and what it could say beside. */
export function actionPassage(collection: Collection, action: Action, { waiting }: Sources): Passage {
  const { name, path, post, get, fields, repeat } = action;
  const belief = beliefIn(collection, `action ${name}`);
  const subject = `${collection.name}/${name}`;
  const wait = (...keys: string[]) => waiting(keys, subject);
  const isConflicting = post?.statuses.includes(409) ?? false;
  const offers: Word[] = [
    offered(['readable'], true, 'GET shows the record', get ? 0 : wait('resources[].actions[].readable')),
    offered(
      ['fields'],
      { date: '/date' },
      'where the record shows its date, reason and author',
      fields ? 0 : wait('resources[].actions[].fields'),
    ),
    offered(['repeat'], 'conflict', repeatWhy(isConflicting), repeat ? 0 : wait('resources[].actions[].repeat')),
  ];
  return {
    key: 'path',
    at: path,
    remarks: [],
    words: [
      { ...said(['name'], name), isTaste: true },
      said(['path'], path, whyOf(belief)),
      ...(get ? [said(['readable'], true, `${get.provenance}: GET ${get.path}`)] : []),
      ...(fields
        ? [said(['fields'], { ...fields }, whyOf(beliefIn(collection, `action ${name} fields`) ?? belief))]
        : []),
      ...offers.filter(({ rules = 0 }) => rules > 0),
    ],
    actions: [],
  };
}

const repeatWhy = (isConflicting: boolean): string =>
  `what a second request does: conflict, or same${isConflicting ? '; its POST names 409' : ''}`;
