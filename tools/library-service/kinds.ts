import type { JsonObject } from '../../src/demo/service/http/json.js';
import type { Schema } from '../../src/demo/service/http/validate.js';

/** A kind of thing that the library keeps. */
export interface Kind {
  /** In the singular, as in the name of its path parameter. */
  readonly name: 'shelf' | 'author' | 'book' | 'copy';
  /** In the plural, as in paths. */
  readonly plural: string;
  /** The kind under which it stands; undefined at the root. */
  readonly parent: Kind | undefined;
  readonly id: Schema;
  /** What a client writes. */
  readonly members: { readonly [member: string]: Schema };
  readonly required: readonly string[];
  readonly defaults: JsonObject;
  /** The member that no two live things of the kind share. */
  readonly unique?: string;
  /** The member that holds the id of a thing of another kind. */
  readonly reference?: { readonly member: string; readonly to: Kind };
  readonly isRetirable?: boolean;
}

const text = (maxLength: number, minLength = 1): Schema => ({ type: 'string', minLength, maxLength });

const uuid: Schema = { type: 'string', format: 'uuid' };

const shelf: Kind = {
  name: 'shelf',
  plural: 'shelves',
  parent: undefined,
  id: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
  members: {
    name: text(40),
    floor: { type: 'integer', minimum: -2, maximum: 20, default: 0 },
    note: text(200, 0),
  },
  required: ['name'],
  defaults: { floor: 0 },
};

const author: Kind = {
  name: 'author',
  plural: 'authors',
  parent: undefined,
  id: uuid,
  members: { name: text(60), born: { type: 'integer', minimum: 1, maximum: 2100 }, note: text(200, 0) },
  required: ['name'],
  defaults: {},
};

const book: Kind = {
  name: 'book',
  plural: 'books',
  parent: shelf,
  id: uuid,
  members: {
    title: text(80),
    authorId: { ...uuid, description: 'Id of the author.' },
    isbn: { type: 'string', pattern: '^[0-9]{13}$', description: 'No two books share one.' },
    pages: { type: 'integer', minimum: 1, maximum: 5000 },
  },
  required: ['title', 'authorId'],
  defaults: {},
  unique: 'isbn',
  reference: { member: 'authorId', to: author },
};

const copy: Kind = {
  name: 'copy',
  plural: 'copies',
  parent: book,
  id: uuid,
  members: {
    label: text(20),
    condition: { type: 'string', enum: ['new', 'good', 'worn'], default: 'good' },
    note: text(200, 0),
  },
  required: ['label'],
  defaults: { condition: 'good' },
  isRetirable: true,
};

/** Every kind, parents first. */
export const kinds: readonly Kind[] = [shelf, author, book, copy];

/** The kinds that stand under a kind, or at the root. */
export const kindsUnder = (parent: Kind | undefined): Kind[] => kinds.filter((kind) => kind.parent === parent);

/** The member in which a thing shows the id of its parent. */
export const parentMember = ({ parent }: Kind): string | undefined => parent && `${parent.name}Id`;
