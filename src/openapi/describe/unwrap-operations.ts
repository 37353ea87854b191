import { getMember, isObject, type Json, omitUndefined } from '../../model/json.js';
import type { Operation, Schema } from '../../model/service/operation.js';
import type { Envelope } from '../../model/service/subject.js';
import { unwrapItemSchemas } from '../recognize/item-envelope.js';
import { listMembers } from '../recognize/schema-shape.js';

type BodyRole = 'create' | 'read' | 'replace' | 'patch';

const bodyRoles: readonly BodyRole[] = ['create', 'read', 'replace', 'patch'];

/** Removes the envelope from every schema and example; `entry` is the schema of the entries of their list. */
export function unwrapOperations<T extends Partial<Readonly<Record<BodyRole, Operation>>>>(
  document: Json,
  operations: T,
  noun: string,
  entry?: Json,
) {
  const { create, read, replace, patch } = operations;
  const answered = (read ?? create)?.response?.schema as Json | undefined;
  const sent = (create ?? replace ?? patch)?.request?.schema as Json | undefined;
  const found = unwrapItemSchemas(document, { answered, sent }, noun, entry)?.envelope;
  const envelope = found && listPlainMethods(document, found, operations, noun);
  if (!envelope || isOwnMember(document, answered, envelope)) return { operations };
  const bare = bodyRoles.flatMap((role) => {
    const operation = operations[role];
    return operation ? [[role, unwrapOperation(document, operation, envelope, { noun, entry })] as const] : [];
  });
  return { operations: { ...operations, ...Object.fromEntries(bare) }, envelope };
}

/** A member that is sent, and returned with other members beside it, is part of the item. */
const isOwnMember = (document: Json, answered: Json | undefined, envelope: Envelope): boolean =>
  envelope.style === 'member' &&
  envelope.response === undefined &&
  listMembers(document, answered).has(envelope.request ?? '');

/** The envelope with the methods whose requests are described without it. */
function listPlainMethods(
  document: Json,
  envelope: Envelope,
  operations: Partial<Readonly<Record<BodyRole, Operation>>>,
  noun: string,
): Envelope {
  if (envelope.style !== 'member' || envelope.request === undefined) return envelope;
  const plain = bodyRoles.flatMap((role) => {
    const { method, request } = operations[role] ?? {};
    const sent = request?.schema as Json | undefined;
    if (method === undefined || sent === undefined) return [];
    const own = unwrapItemSchemas(document, { answered: undefined, sent }, noun)?.envelope;
    return isSameEnvelope(own, envelope, 'request') ? [] : [method];
  });
  return plain.length === 0 ? envelope : { ...envelope, plain: [...new Set(plain)] };
}

function unwrapOperation(
  document: Json,
  operation: Operation,
  envelope: Envelope,
  { noun, entry }: { readonly noun: string; readonly entry: Json | undefined },
): Operation {
  const { request, response } = operation;
  const answered = response?.schema as Json | undefined;
  const sent = request?.schema as Json | undefined;
  const opened = unwrapItemSchemas(document, { answered, sent }, noun, entry);
  const isSent = isSameEnvelope(opened?.envelope, envelope, 'request');
  return {
    ...operation,
    ...(request && isSent ? { request: unwrapRequest(request, opened?.sent, envelope) } : {}),
    ...(isSameEnvelope(opened?.envelope, envelope, 'response') && opened?.answered !== undefined
      ? { response: { schema: opened.answered } }
      : {}),
  };
}

function isSameEnvelope(found: Envelope | undefined, wanted: Envelope, side: 'request' | 'response'): boolean {
  if (found?.style === 'member' && wanted.style === 'member') {
    return wanted[side] !== undefined && found[side] === wanted[side];
  }
  return found?.style === wanted.style;
}

function unwrapRequest(request: NonNullable<Operation['request']>, schema: Schema | undefined, envelope: Envelope) {
  const { example, examples = [], schema: whole, ...rest } = request;
  const inside = unwrapExample(example, envelope);
  const all = examples.flatMap((one) => unwrapExample(one, envelope) ?? []);
  const sent = schema ?? whole;
  return {
    ...rest,
    ...omitUndefined({ schema: sent, example: inside }),
    ...(all.length === 0 ? {} : { examples: all }),
  };
}

function unwrapExample(example: Json | undefined, envelope: Envelope): Json | undefined {
  const member = (value: Json | undefined, name: string) => (isObject(value) ? getMember(value, name) : undefined);
  if (envelope.style === 'json-api') return member(member(example, 'data'), 'attributes');
  return envelope.request === undefined ? example : member(example, envelope.request);
}
