import type { CollectionFacts, Member } from '../../facts/facts.js';
import { nameMember } from '../../facts/names.js';
import type { Content } from '../../facts/values.js';
import { Refusal, type ServiceRequest, type Visit } from '../state/world.js';

/** The media type of a request, without parameters. */
const readMediaType = ({ headers }: ServiceRequest) =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** The JSON of a body of one of the media types. */
export function readJson({ request }: Visit, mediaTypes: readonly string[]): unknown {
  if (!mediaTypes.includes(readMediaType(request))) throw new Refusal('media-type');
  try {
    return JSON.parse(request.body);
  } catch {
    throw new Refusal('malformed');
  }
}

export const isObject = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of a creation, out of its wrapper or its form. */
export function readNewContent(visit: Visit, facts: CollectionFacts): Content {
  const { createBody } = facts.design.choices;
  if (createBody === 'form') return readForm(visit, facts);
  const body = readJson(visit, ['application/json']);
  const { naming } = visit.world.facts.design.service;
  const wrapper = createBody === 'wrapped' ? nameMember(facts.design.noun, naming) : undefined;
  if (!isObject(body)) throw new Refusal('invalid');
  const content = wrapper === undefined ? body : body[wrapper];
  if (!isObject(content)) throw new Refusal('invalid', [{ member: wrapper ?? '', rule: 'required' }]);
  return content;
}

function readForm({ request }: Visit, { members, isIdNumber, clientIdMember }: CollectionFacts): Content {
  if (readMediaType(request) !== 'application/x-www-form-urlencoded') throw new Refusal('media-type');
  const form = new URLSearchParams(request.body);
  const types = new Map(members.map(({ name, type }) => [name, type]));
  if (clientIdMember !== undefined && isIdNumber) types.set(clientIdMember, 'integer');
  const names = [...new Set(form.keys())];
  return Object.fromEntries(names.map((name) => [name, readField(types.get(name), form.getAll(name))]));
}

function readField(type: Member['type'] | undefined, texts: readonly string[]): unknown {
  const [text = ''] = texts;
  if (type === 'strings') return texts;
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  const isNumber = (type === 'integer' || type === 'number') && text !== '' && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}

/** The members that a representation has beside those that clients write. */
function listReadOnly({ id, clientIdMember, parentMember, action, members }: CollectionFacts): Set<string> {
  const places = [id.item, id.list, id.created].map((place) => place?.pointer.split('/')[1] ?? '');
  const more = ['created', 'modified', 'archived', 'deleted', 'actions', 'idempotency_key'];
  const all = new Set([...places, ...more, clientIdMember ?? '', parentMember ?? '', action?.stateMember ?? '']);
  for (const { name } of members) all.delete(name);
  return all;
}

/** What a service stores of the content that a client sends, and the names of members that it refuses. */
export function sortMembers(facts: CollectionFacts, content: Content): { stored: Content; unknown: readonly string[] } {
  const { unknownMembers } = facts.design.choices;
  const known = new Set(facts.members.map(({ name }) => name));
  const readOnly = listReadOnly(facts);
  const extra = Object.keys(content).filter((name) => !known.has(name) && !readOnly.has(name));
  const isStored = (name: string) => known.has(name) || (unknownMembers === 'kept' && !readOnly.has(name));
  const stored = Object.entries(content).filter(([name, value]) => isStored(name) && value !== null);
  return { stored: Object.fromEntries(stored), unknown: unknownMembers === 'refused' ? extra : [] };
}

/** Adds the values of members that the content does not have. */
export function addDefaults({ members }: CollectionFacts, content: Content): Content {
  const missing = members.filter((one) => one.default !== undefined && content[one.name] === undefined);
  return { ...content, ...Object.fromEntries(missing.map((one) => [one.name, one.default])) };
}
