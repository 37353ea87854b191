import { isObject, type Json, type JsonObject, normalizeName } from '../../model/json.js';
import type { Schema } from '../../model/service/operation.js';
import type { Envelope } from '../../model/service/subject.js';
import { listMembers, listTypes, type Member, mergeSchemaParts } from './schema-shape.js';
import { isSameStem, singularize, splitWords, startsWithWords } from './words.js';

/** The schemas of the content, and the envelope. */
export interface UnwrappedSchemas {
  readonly envelope: Envelope;
  readonly answered: Schema | undefined;
  readonly sent: Schema | undefined;
}

/** Finds the envelope of single items; undefined without one. `entry` is the schema of the entries of their list. */
export function unwrapItemSchemas(
  document: Json | undefined,
  { answered, sent }: Readonly<Record<'answered' | 'sent', Json | undefined>>,
  noun: string,
  entry?: Json,
): UnwrappedSchemas | undefined {
  const inAnswer = findWrapperMember(document, answered, noun, isAccompaniment, entry);
  const inRequest = findWrapperMember(document, sent, noun, () => false);
  const resource = [inAnswer, inRequest].find((found) => found && isResourceObject(document, found.member));
  if (resource) {
    const inside = (found: WrapperMember | undefined) => found && getAttributesSchema(document, found.member);
    return {
      envelope: { style: 'json-api', type: readResourceType(document, resource.member) ?? noun },
      answered: inAnswer && addIdToAttributes(document, inAnswer.member),
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

/** Unwraps an entry of a list of resource objects, with its attributes beside its id; undefined for other entries. */
export function unwrapEntrySchema(document: Json | undefined, entry: Json | undefined): Schema | undefined {
  const member = { schema: mergeSchemaParts(document, entry), isRequired: true };
  return entry !== undefined && isResourceObject(document, member) ? addIdToAttributes(document, member) : undefined;
}

interface WrapperMember {
  readonly name: string;
  readonly member: Member;
}

const wrapperNamePattern = /^(data|item|result|payload|attributes|resource|record|object|entity)$/;

/** The only member with an item, when the other members are metadata. */
function findWrapperMember(
  document: Json | undefined,
  schema: Json | undefined,
  noun: string,
  isBeside: (name: string) => boolean,
  entry?: Json,
): WrapperMember | undefined {
  const members = [...listMembers(document, schema)];
  const own = members.filter(([name]) => !isBeside(name));
  const [only] = own;
  if (only === undefined || own.length > 1) return undefined;
  const [name, member] = only;
  const isNamed =
    wrapperNamePattern.test(normalizeName(name)) ||
    normalizeName(name) === normalizeName(singularize(noun)) ||
    isSameStem(name, noun) ||
    startsWithWords(splitWords(noun), splitWords(name)) ||
    (entry !== undefined && JSON.stringify(entry) === JSON.stringify(member.schema));
  const isItem = listTypes(document, member.schema).includes('object') || listMembers(document, member.schema).size > 0;
  return isNamed && isItem ? { name, member } : undefined;
}

/** Whether a member beside an item is metadata. */
const isAccompaniment = (name: string): boolean =>
  /^_?(meta|metadata|links|jsonapi|included|success|ok|status|statuscode|code|message|requestid|timestamp|errors?|version)$/.test(
    normalizeName(name),
  );

const isResourceObject = (document: Json | undefined, { schema }: Member): boolean => {
  const members = listMembers(document, schema);
  const attributes = members.get('attributes');
  return members.has('type') && attributes !== undefined && listMembers(document, attributes.schema).size > 0;
};

const getAttributesSchema = (document: Json | undefined, { schema }: Member): Schema | undefined =>
  listMembers(document, schema).get('attributes')?.schema;

function addIdToAttributes(document: Json | undefined, member: Member): JsonObject {
  const { properties, ...rest } = mergeSchemaParts(document, getAttributesSchema(document, member) as Json | undefined);
  const id = listMembers(document, member.schema).get('id')?.schema ?? { type: 'string' };
  return { ...rest, type: 'object', properties: { id, ...(isObject(properties) ? properties : {}) } };
}

/** The type of a resource object, when its schema allows only one. */
function readResourceType(document: Json | undefined, { schema }: Member): string | undefined {
  const type = listMembers(document, schema).get('type')?.schema;
  const [only, another] =
    type?.const === undefined
      ? Array.isArray(type?.enum)
        ? type.enum
        : [type?.example ?? type?.default]
      : [type.const];
  return typeof only === 'string' && another === undefined ? only : undefined;
}
