import type { CollectionFacts } from '../../facts/facts.js';
import type { Content } from '../../facts/values.js';
import { readNewest, writeVersion } from '../state/items.js';
import { type Item, Refusal, type Reply, type Visit } from '../state/world.js';
import { requireValid } from './create.js';
import { findPresent } from './find-item.js';
import { isObject, readJson } from './read-body.js';
import { replyWithItem } from './represent.js';

/** Changes an item. */
export function changeItem(visit: Visit, facts: CollectionFacts): Reply {
  const item = findPresent(visit, facts);
  const mediaTypes = facts.changes.filter(({ method }) => method === visit.request.method).map((one) => one.mediaType);
  const body = readJson(visit, mediaTypes);
  const version = readNewest(visit.world, item);
  visit.world.behaviour.requireMatch(visit, item);
  if (facts.design.choices.states === 'after-action' && version?.state !== facts.action?.states[0])
    throw new Refusal('conflict');
  const changed = visit.world.behaviour.changeContent(visit, version?.content ?? {}, body);
  writeVersion(visit.world, item, { content: requireValid(visit, facts, changed, item) });
  item.writtenBy.push(`${visit.request.method} ${visit.request.path}`);
  return replyToChange(visit, facts, item);
}

function replyToChange(visit: Visit, facts: CollectionFacts, item: Item): Reply {
  const { changeAnswer } = facts.design.choices;
  if (changeAnswer === 'item') return replyWithItem(visit, facts, item);
  return { status: changeAnswer === 'no-content' ? 204 : 200, headers: {} };
}

/** The content after a change: PUT replaces it, a JSON or merge patch follows its RFC, all others replace members. */
export function changeContent({ request }: Visit, current: Content, body: unknown): Content {
  const mediaType = request.headers['content-type'] ?? '';
  if (mediaType.startsWith('application/json-patch+json')) return applyPatch(current, body);
  if (!isObject(body)) throw new Refusal('invalid');
  if (mediaType.startsWith('application/merge-patch+json')) return mergePatch(current, body);
  return request.method === 'PUT' ? body : { ...current, ...body };
}

/** RFC 7396: objects are merged at any depth, and null removes a member. */
function mergePatch(current: unknown, patch: Content): Content {
  const merged: Record<string, unknown> = isObject(current) ? { ...current } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = isObject(value) ? mergePatch(merged[name], value) : value;
  }
  return merged;
}

function applyPatch(current: Content, body: unknown): Content {
  if (!Array.isArray(body)) throw new Refusal('invalid');
  const content: Record<string, unknown> = { ...current };
  for (const operation of body) {
    const path: unknown = isObject(operation) ? operation.path : undefined;
    const name = typeof path === 'string' ? (/^\/([^/]+)$/.exec(path)?.[1] ?? '') : '';
    if (name === '' || !isObject(operation) || !applyOperation(content, name, operation)) throw new Refusal('invalid');
  }
  return content;
}

/** Returns whether the operation could be applied. */
function applyOperation(content: Record<string, unknown>, name: string, { op, value }: Content): boolean {
  const exists = Object.hasOwn(content, name);
  if (op === 'test') return JSON.stringify(content[name]) === JSON.stringify(value);
  if (op === 'remove') return exists && delete content[name];
  if (op !== 'add' && !(op === 'replace' && exists)) return false;
  content[name] = value;
  return true;
}
