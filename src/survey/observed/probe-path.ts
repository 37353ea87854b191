import type { Answer, Client } from '../../http/exchange.js';
import type { Json } from '../../model/json.js';
import type { Known, KnownResource } from '../../model/service/declared-service.js';
import { fact } from '../../model/service/facts.js';
import type { Collection } from '../../model/service/subject.js';
import { blank } from '../../openapi/describe/empty-collection.js';
import { operation } from '../items/describe-writes.js';
import { type Sample, withItems } from '../items/sample-items.js';
import { land } from './follow-redirects.js';
import { entriesIn, type Look, nextLink, pageIn, totalSeen } from './observed-page.js';

/** A collection that was found by asking, with its list; or why a path is none, with what it answered instead. */
export type Probed =
  | {
      readonly collection: Collection;
      readonly entries: readonly Json[];
      readonly look: Look;
      readonly notes: readonly string[];
      readonly sample?: Sample;
    }
  | { readonly trouble: string; readonly answer?: Answer | undefined };

/** Asks a path, and takes it for a collection when it answers with entries. What a resource declares of it leads the way. */
export async function probe(
  asked: string,
  name: string,
  known: Known,
  client: Client,
  resource?: KnownResource,
): Promise<Probed> {
  const { path, answer, trouble, notes } = await land(asked, known.baseUrl, client);
  if (!answer || trouble !== undefined) return { trouble: trouble ?? 'is not answered', answer };
  const page = pageIn(answer, path);
  if (!page) return { trouble: 'answers no list of objects', answer };
  const look: Look = { answer, page, evidence: `GET ${path}` };
  const entries = entriesIn(answer, page);
  const base = listed(blank(name, path, known), look, entries.length);
  if (entries.length > 0) {
    const found = await withItems(base, entries, known, client, resource);
    return { ...found, entries, look, notes: [...notes, ...found.notes] };
  }
  const advice = 'is empty, so nothing tells what an item looks like; declare resources[].create to make some';
  return { collection: base, entries, look, notes: [...notes, `${path}: ${advice}`] };
}

function listed(collection: Collection, look: Look, many: number): Collection {
  const { answer, page, evidence } = look;
  const total = totalSeen(look);
  const { pagination, path } = collection;
  const isLinked = page.next !== undefined || nextLink(answer) !== undefined;
  return {
    ...collection,
    list: operation('GET', path, 'observed'),
    pagination: {
      ...pagination,
      style: pagination.style === 'unknown' && isLinked ? 'link' : pagination.style,
      items: pagination.items ?? page.items,
      ...(page.next === undefined ? {} : { next: page.next }),
      ...(total === undefined ? {} : { total }),
    },
    facts: [
      ...collection.facts,
      fact('list', `GET ${path}`, 'observed', evidence),
      fact('entries', many, 'observed', evidence),
    ],
  };
}
