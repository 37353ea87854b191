import type { Action, Collection } from '../../model/service/subject.js';
import { createOffer, createValue, type DraftPassage, type DraftSources, type DraftValue } from '../draft-passage.js';
import { describeEvidence, findBelief } from '../survey-evidence.js';

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
