import { listMembers } from '../../../generate/schema/read-schema.js';
import type { Method } from '../../../model/exchange.js';
import { isObject, parsePointer } from '../../../model/json.js';
import { createFact, findFact, type Operation, replaceFacts } from '../../../model/service/operation.js';
import type { Collection, Envelope } from '../../../model/service/subject.js';
import type { Creation } from '../../../rule/items.js';
import { findComplaints } from './learn-body.js';

/** Another way to send creations, where the service refused those that were sent. */
export interface Turn {
  readonly collection: Collection;
  /** What is known if it accepts these. */
  readonly note: string;
}

/** Sends items in another wrapper, or in none, where nothing says which one the service takes. */
export function listWrapperTurns(
  collection: Collection,
  refused: readonly Pick<Creation, 'exchange' | 'sent'>[],
): readonly Turn[] {
  const turned = turnWrapper(collection) ?? wrapAsAsked(collection, refused);
  return turned ? [{ collection: turned, note: describeTurn(turned) }] : [];
}

/**
 * Sends items without the wrapper in which the service shows them, or with it: an item that was read does not tell which of both a
 * creation takes. Undefined where a document or the profile tells, or where there is no wrapper.
 */
function turnWrapper(collection: Collection): Collection | undefined {
  const { envelope, facts } = collection;
  const fact = findFact(collection, 'envelope');
  if (envelope?.style !== 'member' || envelope.response === undefined || fact?.provenance !== 'observed')
    return undefined;
  const { request, ...others } = envelope;
  const turned = request === undefined ? { ...envelope, request: envelope.response } : others;
  const told = facts.map((one) => (one === fact ? { ...fact, value: { ...turned } } : one));
  return { ...collection, envelope: turned, facts: told };
}

/**
 * Sends items in the member that each refusal misses, also where it was sent with a text, and that items have not. Undefined where
 * there is no such member, or where something tells how items are sent.
 */
function wrapAsAsked(collection: Collection, refused: readonly Pick<Creation, 'exchange' | 'sent'>[]) {
  const { envelope, create, facts } = collection;
  if (create?.provenance !== 'assumed' || (envelope !== undefined && envelope.style !== 'member')) return undefined;
  const schema = create.request?.schema;
  const asked = refused.map(({ exchange, sent }) =>
    findComplaints(exchange, sent, schema).flatMap(({ kind, member }) => (kind === 'missing' ? member : [])),
  );
  const [wrapper, another] = (asked[0] ?? []).filter((member) => asked.every((one) => one.includes(member)));
  const [name = '', below] = parsePointer(wrapper ?? '');
  const isSent = refused.some(({ sent }) => isObject(sent) && name in sent);
  const isOwn = isObject(schema) && name in listMembers(schema);
  if (name === '' || another !== undefined || below !== undefined || !isSent || isOwn) return undefined;
  const wrapped: Envelope = { ...envelope, style: 'member', request: name };
  const evidence = `${create.method} ${create.path}`;
  return {
    ...collection,
    envelope: wrapped,
    facts: replaceFacts(facts, [createFact('envelope', { ...wrapped }, 'observed', evidence)]),
  };
}

/** Whether nothing says whether responses have items in a member. */
export const isEnvelopeOpen = ({ envelope }: Collection): boolean =>
  envelope === undefined || (envelope.style === 'member' && envelope.response === undefined);

/** Whether items are sent in a member in which the service shows them; one that takes any member may store that one, too. */
export const isSentIn = ({ envelope }: Collection, member: string): boolean =>
  envelope?.style === 'member' && envelope.response !== undefined && envelope.request === member;

/**
 * How items are sent and shown where a created item was read and is in a member: one that nothing said, or the one in which it was sent
 * although nothing says so. Undefined where something tells.
 */
export function correctEnvelope(collection: Collection, member: string): Turn | undefined {
  if (isEnvelopeOpen(collection)) return openEnvelope(collection, member);
  const turned = isSentIn(collection, member) ? turnWrapper(collection) : undefined;
  const note = `${collection.name}: items are sent as they are, because the service stores the member "${member}" with them`;
  return turned && { collection: turned, note };
}

/** A collection whose responses have items in a member, though nothing said so; requests are as they were accepted. */
export function openEnvelope(collection: Collection, response: string): Turn {
  const envelope: Envelope = { ...(collection.envelope as Envelope & { style: 'member' }), style: 'member', response };
  const facts = [...collection.facts, createFact('envelope', { ...envelope }, 'observed', 'GET of a created item')];
  const note = `${collection.name}: responses wrap an item in the member "${response}"`;
  return { collection: { ...collection, envelope, facts }, note };
}

/** How items are sent since their wrapper was turned. */
const describeTurn = ({ name, envelope }: Collection): string =>
  envelope?.style === 'member' && envelope.request !== undefined
    ? `${name}: items are sent in the member "${envelope.request}", without which they are refused`
    : `${name}: items are sent as they are, because the service refuses them in the member in which it shows them`;

/** The member in which a write has the item, where nothing describes its content: the service may take it in that of creations only. */
export function findAssumedWrapper({ envelope }: Collection, write: Operation | undefined): string | undefined {
  if (write?.request === undefined || write.provenance === 'described' || envelope?.style !== 'member')
    return undefined;
  return envelope.plain?.includes(write.method) ? undefined : envelope.request;
}

/** Sends items as they are with a method. */
export const sendPlain = (collection: Collection, method: Method): Collection =>
  collection.envelope?.style === 'member'
    ? {
        ...collection,
        envelope: { ...collection.envelope, plain: [...(collection.envelope.plain ?? []), method] },
      }
    : collection;
