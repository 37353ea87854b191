import { randomInt, randomUUID } from 'node:crypto';
import type { Json } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import { alphabet } from '../random-values.js';

export interface IdForm {
  readonly schema: Schema;
  next(isTaken: (id: string) => boolean): string;
  isWellFormed(text: string): boolean;
  toJson(id: string): Json;
  createOther(id: string): string;
  /** The canonical spelling of an id. */
  plain?(id: string): string;
}

export type IdFormName = 'uuid' | 'integer' | 'lowest' | 'prefixed' | 'long';

export const createIdForm = (name: IdFormName): IdForm => idForms[name]();

const idForms: Readonly<Record<IdFormName, () => IdForm>> = {
  uuid: createUuidForm,
  integer: createIntegerForm,
  lowest: createLowestForm,
  prefixed: createPrefixedForm,
  long: createLongForm,
};

function createUuidForm(): IdForm {
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  return {
    schema: { type: 'string', format: 'uuid' },
    next: () => randomUUID(),
    isWellFormed: (text) => form.test(text),
    toJson: (id) => id,
    createOther: changeLastDigit,
  };
}

function createIntegerForm(): IdForm {
  let last = 0;
  return {
    schema: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
    next(isTaken) {
      do last += 1;
      while (isTaken(String(last)));
      return String(last);
    },
    isWellFormed: (text) => /^[1-9][0-9]{0,14}$/.test(text),
    toJson: Number,
    createOther: (id) => String(Number(id) + 1_000_000),
  };
}

function createPrefixedForm(): IdForm {
  return {
    schema: { type: 'string', pattern: '^ord_[a-z0-9]{10}$' },
    next(isTaken) {
      let id: string;
      do id = `ord_${drawLetters(10)}`;
      while (isTaken(id));
      return id;
    },
    isWellFormed: (text) => /^ord_[a-z0-9]{10}$/.test(text),
    toJson: (id) => id,
    createOther: changeLastDigit,
  };
}

/** The lowest unused number. */
function createLowestForm(): IdForm {
  return {
    ...createIntegerForm(),
    next(isTaken) {
      let free = 1;
      while (isTaken(String(free))) free += 1;
      return String(free);
    },
  };
}

/** Long ids that are case-insensitive: bodies and URLs use different case. */
function createLongForm(): IdForm {
  return {
    schema: { type: 'string', pattern: '^[Oo][Rr][Dd]-[A-Za-z0-9]{120}$' },
    next(isTaken) {
      let id: string;
      do id = `ord-${drawLetters(120)}`;
      while (isTaken(id));
      return id;
    },
    isWellFormed: (text) => /^ord-[a-z0-9]{120}$/i.test(text),
    toJson: (id) => id.toUpperCase(),
    createOther: changeLastDigit,
    plain: (id) => id.toLowerCase(),
  };
}

const changeLastDigit = (id: string): string => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;

const drawLetters = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
