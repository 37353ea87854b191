import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Schema } from '../../model/service/operation.js';
import type { Envelope } from '../../model/service/subject.js';
import { type Member, membersOf, merged, typesOf } from './schema-shape.js';
import { plainly, singular } from './words.js';

/** Schemas of single items, as a document has them or as they were seen. */
export interface Enveloped {
  readonly answered: Json | undefined;
  readonly sent: Json | undefined;
}

/** What is inside, and what it travels in. */
export interface Opened {
  readonly envelope: Envelope;
  readonly answered: Schema | undefined;
  readonly sent: Schema | undefined;
}

/** Finds what single items of a noun travel in; undefined where they travel bare. */
export function openedItem(
  document: Json | undefined,
  { answered, sent }: Enveloped,
  noun: string,
): Opened | undefined {
  const inAnswer = memberAround(document, answered, noun, isAccompaniment);
  const inRequest = memberAround(document, sent, noun, () => false);
  const resource = [inAnswer, inRequest].find((found) => found && isResource(document, found.member));
  if (resource) {
    const inside = (found: Around | undefined) => found && attributesOf(document, found.member);
    return {
      envelope: { style: 'json-api', type: typeOf(document, resource.member) ?? noun },
      answered: inAnswer && withId(document, inAnswer.member),
      sent: inside(inRequest),
    };
  }
  if (!inAnswer && !inRequest) return undefined;
  return {
    envelope: {
      style: 'member',
      ...(inRequest && { request: inRequest.name }),
      ...(inAnswer && { response: inAnswer.name }),
    },
    answered: (inAnswer ? inAnswer.member.schema : answered) as Schema | undefined,
    sent: (inRequest ? inRequest.member.schema : sent) as Schema | undefined,
  };
}

/** An entry of a list of resource objects, with its attributes beside its id; undefined for any other entry. */
export function openedEntry(document: Json | undefined, entry: Json | undefined): Schema | undefined {
  const member = { schema: merged(document, entry), isRequired: true };
  return entry !== undefined && isResource(document, member) ? withId(document, member) : undefined;
}

interface Around {
  readonly name: string;
  readonly member: Member;
}

const usual = /^(data|item|result|payload|attributes|resource|record|object|entity)$/;

/** The one member that holds an item, where nothing but accompaniments stands beside it. */
function memberAround(
  document: Json | undefined,
  schema: Json | undefined,
  noun: string,
  isBeside: (name: string) => boolean,
): Around | undefined {
  const members = [...membersOf(document, schema)];
  const own = members.filter(([name]) => !isBeside(name));
  const [only] = own;
  if (only === undefined || own.length > 1) return undefined;
  const [name, member] = only;
  const isNamed = usual.test(plainly(name)) || plainly(name) === plainly(singular(noun));
  const isItem = typesOf(document, member.schema).includes('object') || membersOf(document, member.schema).size > 0;
  return isNamed && isItem ? { name, member } : undefined;
}

/** What stands beside an item without being one. */
const isAccompaniment = (name: string): boolean =>
  /^_?(meta|metadata|links|jsonapi|included|success|ok|status|statuscode|code|message|requestid|timestamp|errors?|version)$/.test(
    plainly(name),
  );

const isResource = (document: Json | undefined, { schema }: Member): boolean => {
  const members = membersOf(document, schema);
  const attributes = members.get('attributes');
  return members.has('type') && attributes !== undefined && membersOf(document, attributes.schema).size > 0;
};

const attributesOf = (document: Json | undefined, { schema }: Member): Schema | undefined =>
  membersOf(document, schema).get('attributes')?.schema;

/** The attributes of a resource object, with its id among them. */
function withId(document: Json | undefined, member: Member): JsonObject {
  const { properties, ...rest } = merged(document, attributesOf(document, member) as Json | undefined);
  const id = membersOf(document, member.schema).get('id')?.schema ?? { type: 'string' };
  return { ...rest, type: 'object', properties: { id, ...(isObject(properties) ? properties : {}) } };
}

/** The type of a resource object, where its schema leaves no choice. */
function typeOf(document: Json | undefined, { schema }: Member): string | undefined {
  const type = membersOf(document, schema).get('type')?.schema;
  const [only, another] =
    type?.const === undefined
      ? Array.isArray(type?.enum)
        ? type.enum
        : [type?.example ?? type?.default]
      : [type.const];
  return typeof only === 'string' && another === undefined ? only : undefined;
}
