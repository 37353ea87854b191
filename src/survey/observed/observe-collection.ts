import type { Answer, Client } from '../../http/exchange.js';
import { header } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { beliefIn, believing, fact } from '../../model/service/facts.js';
import { ownId } from '../../model/service/item-id.js';
import type { Fact, Provenance } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import type { Contradiction } from '../../model/service/survey.js';
import { idPointerIn } from '../../openapi/recognize/id-member.js';
import type { Page } from '../../openapi/recognize/page-members.js';
import { isTemplated, nounOf } from '../../openapi/recognize/words.js';
import { infer } from '../items/infer-schema.js';
import { land } from './follow-redirects.js';
import { entriesIn, type Look, nextLink, pageIn, totalSeen } from './observed-page.js';

/** A collection after a look at its list: what was confirmed, corrected, or put in doubt. */
export interface Observed {
  readonly collection: Collection;
  readonly contradictions: readonly Contradiction[];
  readonly notes: readonly string[];
  readonly entries: readonly Json[];
  /** The list as it was answered; absent where none was. */
  readonly look?: Look;
  /** What was answered in place of a list. */
  readonly status?: number;
}

/** Fetches the list once, unless it was already `looked` at, and holds what is believed against what is seen. */
export async function observe(
  collection: Collection,
  baseUrl: string,
  client: Client,
  looked?: Look,
): Promise<Observed> {
  if (!collection.list || isTemplated(collection.path))
    return { collection, contradictions: [], notes: [], entries: [] };
  if (looked) return compared(collection, (await asDeclared(collection, looked.page, client)) ?? looked);
  const { path, answer, silence, notes } = await land(collection.path, baseUrl, client);
  if (!answer) return unseen(collection, `GET ${path}: not answered: ${silence}`);
  if (answer.status === 401 || answer.status === 403) {
    return unseen(
      collection,
      `GET ${path}: answered with ${answer.status}; credentials with more rights would show more`,
    );
  }
  const page = answer.status === 200 ? pageIn(answer, path) : undefined;
  if (!page) return disappointed(collection, answer);
  const standing = movedTo(collection, path);
  const paged = await asDeclared(standing, page, client);
  const found = compared(standing, paged ?? { answer, page, evidence: `GET ${path}` });
  return { ...found, notes: [...notes, ...found.notes] };
}

/** A collection at the path that a redirect led to; its items stay where they are. */
function movedTo(collection: Collection, path: string): Collection {
  if (path === collection.path) return collection;
  const { list, create } = collection;
  return {
    ...collection,
    path,
    ...(list && { list: { ...list, path } }),
    ...(create && { create: { ...create, path } }),
  };
}

/** Some lists are wrapped in a page only when a page is asked for: where the plain one is not as declared, that is tried. */
async function asDeclared(collection: Collection, plain: Page, client: Client): Promise<Look | undefined> {
  const { path, pagination } = collection;
  const belief = beliefIn(collection, 'items');
  const number = pagination.params.page;
  if (belief?.provenance !== 'declared' || belief.value === plain.items || number === undefined) return undefined;
  const asked = `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [number]: String(pagination.base) })}`;
  const { answer } = await client.send({ method: 'GET', path: asked, role: 'survey' });
  const page = answer?.status === 200 ? pageIn(answer, path) : undefined;
  return answer && page?.items === belief.value ? { answer, page, evidence: `GET ${asked}` } : undefined;
}

const unseen = (collection: Collection, note: string): Observed => ({
  collection,
  contradictions: [],
  notes: [note],
  entries: [],
});

function disappointed(collection: Collection, answer: Answer): Observed {
  const evidence = `GET ${collection.path}`;
  const believed = beliefIn(collection, 'list') ?? fact('list', evidence, 'assumed', evidence);
  const doubted = fact('list', whatCame(answer), 'observed', evidence);
  return {
    collection,
    contradictions: [{ subject: collection.name, about: 'list', believed, doubted }],
    notes: [],
    entries: [],
    status: answer.status,
  };
}

function whatCame({ status, json, text, headers }: Answer): string {
  if (status !== 200) return `answered with ${status}`;
  if (json !== undefined) return 'answered with JSON that is no page of entries';
  return text === ''
    ? 'answered without content'
    : `answered with ${header({ headers }, 'content-type') ?? 'content of no type'}, no JSON`;
}

function compared(collection: Collection, look: Look): Observed {
  const { answer, page, evidence } = look;
  const entries = entriesIn(answer, page);
  const items = settle(collection, 'items', page.items, evidence);
  const id = idSeen(collection, entries, evidence);
  const { pagination } = collection;
  const seen =
    items.value === page.items
      ? { next: pagination.next ?? page.next, total: pagination.total ?? totalSeen(look) }
      : {};
  const isLinked = nextLink(answer) !== undefined;
  const known = Object.entries(seen).filter(([, value]) => value !== undefined);
  return {
    collection: {
      ...collection,
      id: { ...collection.id, pointer: id.value },
      pagination: {
        ...pagination,
        items: items.value,
        ...Object.fromEntries(known),
        ...(pagination.style === 'unknown' && (isLinked || page.next !== undefined) ? { style: 'link' as const } : {}),
      },
      facts: believing(collection.facts, [
        ...items.facts,
        ...id.facts,
        fact('entries', entries.length, 'observed', evidence),
      ]),
    },
    contradictions: [...items.contradictions, ...id.contradictions],
    notes: id.note === undefined ? [] : [id.note],
    entries,
    look,
  };
}

interface Settled {
  readonly value: string;
  readonly facts: readonly Fact[];
  readonly contradictions: readonly Contradiction[];
  readonly note?: string;
}

/** What was declared stands against traffic; what was described does not. */
function settle(collection: Collection, about: string, seen: string, evidence: string): Settled {
  const belief = beliefIn(collection, about);
  const observed = fact(about, seen, 'observed', evidence);
  if (belief?.value === seen)
    return { value: seen, facts: belief.provenance === 'assumed' ? [observed] : [], contradictions: [] };
  if (belief?.provenance === 'declared') {
    const contradiction = { subject: collection.name, about, believed: belief, doubted: observed };
    return { value: String(belief.value), facts: [], contradictions: [contradiction] };
  }
  const isFirm = belief && (['described', 'observed'] satisfies Provenance[] as string[]).includes(belief.provenance);
  const contradictions = isFirm ? [{ subject: collection.name, about, believed: observed, doubted: belief }] : [];
  return { value: seen, facts: [observed], contradictions };
}

function idSeen(collection: Collection, entries: readonly Json[], evidence: string): Settled {
  const { pointer } = collection.id;
  const [first] = entries;
  const seen =
    first !== undefined && ownId(first, pointer) !== undefined
      ? pointer
      : idPointerIn(undefined, infer(entries), nounOf(collection.path));
  if (seen === undefined) return { value: pointer, facts: [], contradictions: [] };
  if (seen !== pointer && pointer.lastIndexOf('/') > 0) {
    return {
      value: pointer,
      facts: [],
      contradictions: [],
      note: `${collection.name}: entries carry their id at ${seen}, items at ${pointer}`,
    };
  }
  return settle(collection, 'id', seen, evidence);
}
