import { buildPointer, getMember, isObject, type Json, type JsonObject, parsePointer } from '../../../model/json.js';
import type { Operation } from '../../../model/service/operation.js';
import type { Collection } from '../../../model/service/subject.js';
import { adoptMarker } from '../../items/identity.js';
import type { Complaint } from '../complaints/parse-complaint.js';
import { flattenSchema } from './flatten-schema.js';
import { guessMemberSchema } from './guess-member.js';
import { omitFromBodies, omitFromPatch } from './omit-member.js';

/** A kind of request with a body on a collection. */
export type WriteKind = 'create' | 'replace' | 'patch';

/** A collection with bodies that the service accepts, and a description of the changes. */
export interface CorrectedCollection {
  readonly collection: Collection;
  readonly changes: readonly string[];
  /** Optional members that were omitted although the service did not name them; each may be accepted. */
  readonly omitted?: readonly OmittedMember[];
}

/** An optional member with its schema. */
export interface OmittedMember {
  readonly name: string;
  readonly schema: Json;
}

/**
 * Changes the bodies of a collection according to the complaints of the service. `sent` is the refused body: a
 * complaint about a member that was not sent asks for that member. Returns undefined when nothing could be changed.
 */
export function correctBody(
  collection: Collection,
  writing: WriteKind,
  complaints: readonly Complaint[],
  sent: Json,
  document: Json | undefined,
): CorrectedCollection | undefined {
  let corrected = collection;
  const changes: string[] = [];
  for (const complaint of complaints) {
    const next = applyComplaint(corrected, writing, complaint, sent, document);
    if (next === undefined) continue;
    corrected = next;
    changes.push(describeChange(complaint));
  }
  return changes.length === 0 ? undefined : { collection: corrected, changes: [...new Set(changes)] };
}

function applyComplaint(
  collection: Collection,
  writing: WriteKind,
  complaint: Complaint,
  sent: Json,
  document: Json | undefined,
): Collection | undefined {
  const { member } = complaint;
  const tokens = parsePointer(member);
  const { unique, overrides } = collection;
  if (complaint.kind === 'unknown')
    return writing === 'patch' ? omitFromPatch(collection, tokens, document) : omitFromBodies(collection, member, sent);
  if (tokens.length === 0 || Object.hasOwn(overrides, member)) return undefined;
  if (complaint.kind === 'taken')
    return unique.includes(member) ? undefined : { ...collection, unique: [...unique, member] };
  // No value can be generated that refers to an item; another request may send one that is known.
  if (complaint.kind === 'reference')
    return writing === 'patch' ? omitFromPatch(collection, tokens, document) : undefined;
  const operation = collection[writing];
  const refused = { complaint, document, isPartial: writing === 'patch' };
  const schema = rewriteSchema(operation?.request?.schema as Json | undefined, tokens, sent, refused);
  const known = sendWithheld(collection, complaint);
  if (operation?.request === undefined || schema === undefined) return known === collection ? undefined : known;
  // A refused example is not used again.
  const { example: _, ...request } = operation.request;
  return {
    ...dropMarker(adoptMarker(known, schema, member, document), complaint),
    [writing]: {
      ...operation,
      request: { ...request, schema: schema as JsonObject, taught: listTaughtMembers(operation, member) },
    },
  };
}

/** Sends a member that the service seemed to assign, where it asks for it. An id is a new one for each item. */
function sendWithheld(collection: Collection, { kind, member }: Complaint): Collection {
  const { serverAssigned = [], unique, id } = collection;
  if ((kind !== 'missing' && kind !== 'empty') || !serverAssigned.includes(member)) return collection;
  return {
    ...collection,
    serverAssigned: serverAssigned.filter((own) => own !== member),
    unique: member === id.pointer ? [...new Set([...unique, member])] : unique,
  };
}

/** Removes the marker from a member that does not accept texts. */
function dropMarker(collection: Collection, complaint: Complaint): Collection {
  const { marker, ...unmarked } = collection;
  const isText = complaint.kind !== 'type' || complaint.type === 'string';
  return isText || complaint.member !== marker ? collection : unmarked;
}

/** What the service insists on is not promised by its document. */
const listTaughtMembers = ({ request }: Operation, member: string): string[] => [
  ...new Set([...(request?.taught ?? []), member]),
];

/** A refused body. A partial body need not have the missing members. */
interface RefusedBody {
  readonly complaint: Complaint;
  readonly document: Json | undefined;
  readonly isPartial: boolean;
}

/** Returns the schema with one member changed, resolved along the pointer to it; undefined when nothing changes. */
function rewriteSchema(
  schema: Json | undefined,
  tokens: readonly string[],
  sent: Json | undefined,
  refused: RefusedBody,
): Json | undefined {
  const { complaint, document, isPartial } = refused;
  const open = flattenSchema(schema, document);
  const [token = '', ...rest] = tokens;
  if (open === undefined || /^\d+$/.test(token)) return undefined;
  const properties = isObject(open.properties) ? open.properties : {};
  const required = Array.isArray(open.required) ? (open.required as string[]) : [];
  const part = isObject(sent) ? getMember(sent, token) : undefined;
  const child =
    rest.length > 0
      ? rewriteSchema(getMember(properties, token), rest, part, refused)
      : correctMemberSchema(
          flattenSchema(getMember(properties, token), document) ?? {},
          complaint,
          token,
          part !== undefined,
        );
  if (child === undefined) return undefined;
  const isWanted = !isPartial && (part === undefined || complaint.kind === 'missing' || complaint.kind === 'empty');
  const next = {
    ...open,
    type: 'object',
    properties: { ...properties, [token]: child },
    ...(isWanted && { required: required.includes(token) ? required : [...required, token] }),
  };
  return JSON.stringify(next) === JSON.stringify({ type: 'object', ...open }) ? undefined : next;
}

/** Returns the schema of one member, corrected by a complaint. */
function correctMemberSchema(schema: JsonObject, complaint: Complaint, name: string, wasSent: boolean) {
  if (complaint.kind === 'type') return { type: complaint.type };
  if (complaint.kind === 'format') return { type: 'string', format: complaint.format };
  if (complaint.kind === 'enum') return { enum: convertValues(schema, complaint.values) };
  if (complaint.kind === 'missing' || complaint.kind === 'empty')
    return requireContent(Object.keys(schema).length === 0 ? guessMemberSchema(name) : schema, wasSent);
  if (!('limit' in complaint)) return undefined;
  const isText = complaint.kind.endsWith('Length');
  const isList = complaint.kind.endsWith('Items');
  const number = complaint.isWhole ? 'integer' : 'number';
  // A bound of numbers means that a member that was sent as a text is a number.
  if (!isText && !isList && schema.type === 'string') return { type: number, [complaint.kind]: complaint.limit };
  const type = schema.type ?? (isText ? 'string' : isList ? 'array' : number);
  return { ...dropConflictingLimit(schema, complaint), type, [complaint.kind]: complaint.limit };
}

const oppositeLimits = {
  minLength: 'maxLength',
  maxLength: 'minLength',
  minimum: 'maximum',
  maximum: 'minimum',
  minItems: 'maxItems',
  maxItems: 'minItems',
} as const;

/** Removes the opposite limit when the new limit leaves no possible value. */
function dropConflictingLimit(schema: JsonObject, { kind, limit }: Extract<Complaint, { limit: number }>): JsonObject {
  const other = schema[oppositeLimits[kind]];
  const isClash = typeof other === 'number' && (kind.startsWith('min') ? other < limit : other > limit);
  if (!isClash) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== oppositeLimits[kind]));
}

/** A member that was sent and still counts as missing was empty or null. */
function requireContent(schema: JsonObject, wasSent: boolean): JsonObject {
  if (!wasSent) return schema;
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null') as string[];
  const isText = types.includes('string') || types.length === 0;
  return {
    ...schema,
    ...(types.length > 0 && { type: types.length === 1 ? (types[0] as string) : types }),
    ...(isText && { minLength: Math.max(1, Number(schema.minLength ?? 0)) }),
    ...(types.includes('array') && { minItems: Math.max(1, Number(schema.minItems ?? 0)) }),
  };
}

/** Converts values given as texts to the type that the member had before. */
function convertValues({ type, enum: known }: JsonObject, values: readonly string[]): Json[] {
  const isNumeric = [type].flat().some((one) => one === 'integer' || one === 'number');
  const before = Array.isArray(known) && known.some((value) => typeof value === 'number');
  return isNumeric || before ? values.map(Number).filter(Number.isFinite) : [...values];
}

function describeChange(complaint: Complaint): string {
  const name = parsePointer(complaint.member).join('.') || buildPointer([]);
  if ('limit' in complaint) return `${name} has ${complaint.kind} ${complaint.limit}`;
  if (complaint.kind === 'type') return `${name} is of type ${complaint.type}`;
  if (complaint.kind === 'format') return `${name} is of format ${complaint.format}`;
  if (complaint.kind === 'enum') return `${name} is one of ${complaint.values.join(', ')}`;
  return {
    missing: `${name} is required`,
    empty: `${name} must not be empty`,
    unknown: `${name} is omitted`,
    taken: `${name} is unique`,
    reference: '',
  }[complaint.kind];
}
