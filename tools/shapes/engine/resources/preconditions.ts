import { hash } from '../../facts/ids.js';
import { readNewest } from '../state/items.js';
import { type Item, Refusal, type Reply, type Version, type Visit, type World } from '../state/world.js';

const listTags = (field: string) => field.split(',').map((tag) => tag.trim());
const isWeak = (tag: string) => tag.startsWith('W/');

/** The entity tag of an item. */
export function makeTag({ facts }: World, { collection, id, number }: Item, { revision }: Version): string {
  const tag = `"${hash(facts.design.seed, collection, id, number, revision).slice(0, 12)}"`;
  return facts.collections[collection]?.design.choices.entityTag === 'weak' ? `W/${tag}` : tag;
}

/** Whether If-None-Match names the tag of an item that exists, or any; weak tags are compared, too. */
function isNamed(field: string | undefined, tag: string): boolean {
  const compared = listTags(field ?? '').map((one) => one.replace(/^W\//, ''));
  return field?.trim() === '*' || compared.includes(tag.replace(/^W\//, ''));
}

/** Throws a refusal if the client expects another version of an item, or none. */
export function requireMatch({ world, request, facts }: Visit, item: Item): void {
  const { entityTag, preconditions } = facts?.design.choices ?? {};
  if (entityTag === 'none') return;
  const version = readNewest(world, item);
  const tag = version && world.behaviour.makeTag(world, item, version);
  if (tag !== undefined && isNamed(request.headers['if-none-match'], tag)) throw new Refusal('precondition');
  const field = request.headers['if-match'];
  if (field === undefined) {
    if (preconditions === 'required') throw new Refusal('precondition-required');
    return;
  }
  const isMatch = tag !== undefined && !isWeak(tag) && listTags(field).includes(tag);
  if (field.trim() !== '*' && !isMatch) throw new Refusal('precondition');
}

/** Adds the entity tag and the age to an answer to a read, without content if the client has it. */
export function addValidators({ world, request, facts }: Visit, item: Item, version: Version, reply: Reply): Reply {
  const { entityTag, cache } = facts?.design.choices ?? {};
  const headers: Record<string, string> = { ...reply.headers };
  if (cache === 'max-age') headers['cache-control'] = 'max-age=2';
  if (entityTag === 'none') return { ...reply, headers };
  const tag = world.behaviour.makeTag(world, item, version);
  headers.etag = tag;
  return isNamed(request.headers['if-none-match'], tag) ? { status: 304, headers } : { ...reply, headers };
}
