import type { CollectionChoices, CollectionDesign, ServiceChoices } from '../design/design.js';
import type { CollectionFacts, IdPlace } from './facts.js';
import { nameMember } from './names.js';

type Ids = CollectionFacts['id'];

const place = (name: string, isUrl = false): IdPlace => ({ pointer: `/${name}`, isUrl });

/** Where the ids of a collection are. */
export function placeIds({ noun, choices }: CollectionDesign, { naming }: ServiceChoices, idParameter: string): Ids {
  const places = placeInItems(choices, (name) => nameMember(name.replace('noun', noun), naming), idParameter);
  return {
    item: places.item,
    list: placeInList(choices, places.list),
    created: placeInAnswer(choices, places.created),
  };
}

function placeInItems(choices: CollectionChoices, name: (words: string) => string, idParameter: string): Ids {
  const everywhere = (one: IdPlace) => ({ item: one, list: one, created: one });
  switch (choices.idPlace) {
    case 'location':
      return { item: undefined, list: undefined, created: undefined };
    case 'other-names':
      return { item: place(name('id')), list: place(name('noun_id')), created: place(name('new_id')) };
    case 'url':
      return everywhere(place(name('url'), true));
    case 'self':
      return everywhere(place(name('self'), true));
    case 'links':
      return everywhere(place('_links/self/href', true));
    case 'member':
      return everywhere(place(nameId(choices.idName, name, idParameter)));
  }
}

function nameId(idName: CollectionChoices['idName'], name: (words: string) => string, idParameter: string): string {
  if (idName === 'parameter') return idParameter;
  if (idName === 'noun-id') return name('noun_id');
  return idName === 'number' ? name('noun_number') : name(idName);
}

function placeInList({ entry }: CollectionChoices, inItem: IdPlace | undefined): IdPlace | undefined {
  switch (entry) {
    case 'item':
    case 'fewer':
      return inItem;
    case 'url':
      return place('href', true);
    case 'string':
    case 'number':
      return { pointer: '', isUrl: false };
    case 'without-id':
    case 'equal':
      return undefined;
  }
}

function placeInAnswer({ create, createAnswer }: CollectionChoices, inItem: IdPlace | undefined): IdPlace | undefined {
  return create === 'none' || createAnswer === 'nothing' || createAnswer === 'location' ? undefined : inItem;
}
