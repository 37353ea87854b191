import type { JsonObject } from '../../src/demo/service/http/json.js';
import type { Schema } from '../../src/demo/service/http/validate.js';

/** A kind of item in the library. */
export interface ItemKind {
  /** In the singular, as in the name of its path parameter. */
  readonly name: 'shelf' | 'author' | 'book' | 'copy';
  /** In the plural, as in paths. */
  readonly plural: string;
  /** The kind of its parent; undefined at the root. */
  readonly parent: ItemKind | undefined;
  readonly id: Schema;
  /** What a client writes. */
  readonly members: { readonly [member: string]: Schema };
  readonly required: readonly string[];
  readonly defaults: JsonObject;
  /** The member whose value is unique among the items of the kind. */
  readonly unique?: string;
  /** The member with the id of an item of another kind. */
  readonly reference?: { readonly member: string; readonly to: ItemKind };
  readonly isRetirable?: boolean;
}

const createTextSchema = (maxLength: number, minLength = 1): Schema => ({ type: 'string', minLength, maxLength });

const uuid: Schema = { type: 'string', format: 'uuid' };

const shelf: ItemKind = {
  name: 'shelf',
  plural: 'shelves',
  parent: undefined,
  id: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
  members: {
    name: createTextSchema(40),
    floor: { type: 'integer', minimum: -2, maximum: 20, default: 0 },
    note: createTextSchema(200, 0),
  },
  required: ['name'],
  defaults: { floor: 0 },
};

const author: ItemKind = {
  name: 'author',
  plural: 'authors',
  parent: undefined,
  id: uuid,
  members: {
    name: createTextSchema(60),
    born: { type: 'integer', minimum: 1, maximum: 2100 },
    note: createTextSchema(200, 0),
  },
  required: ['name'],
  defaults: {},
};

const book: ItemKind = {
  name: 'book',
  plural: 'books',
  parent: shelf,
  id: uuid,
  members: {
    title: createTextSchema(80),
    authorId: { ...uuid, description: 'Id of the author.' },
    isbn: { type: 'string', pattern: '^[0-9]{13}$', description: 'No two books share one.' },
    pages: { type: 'integer', minimum: 1, maximum: 5000 },
  },
  required: ['title', 'authorId'],
  defaults: {},
  unique: 'isbn',
  reference: { member: 'authorId', to: author },
};

const copy: ItemKind = {
  name: 'copy',
  plural: 'copies',
  parent: book,
  id: uuid,
  members: {
    label: createTextSchema(20),
    condition: { type: 'string', enum: ['new', 'good', 'worn'], default: 'good' },
    note: createTextSchema(200, 0),
  },
  required: ['label'],
  defaults: { condition: 'good' },
  isRetirable: true,
};

/** Every kind, parents first. */
export const kinds: readonly ItemKind[] = [shelf, author, book, copy];

/** The kinds nested below a kind, or at the root. */
export const listKindsUnder = (parent: ItemKind | undefined): ItemKind[] =>
  kinds.filter((kind) => kind.parent === parent);

/** The member with the id of the parent. */
export const getParentMember = ({ parent }: ItemKind): string | undefined => parent && `${parent.name}Id`;
