import { assume, type Collection, compare, type Exchange, http, type Json, type Tools } from '#rule';
import { getAsOtherTenant } from './attempts.js';

/** Listed items, read by the caller who lists them and by another one. */
export interface ListedItemReads {
  readonly page: Exchange;
  /** The list of the other tenant. */
  readonly theirs: Exchange;
  readonly asked: readonly { readonly own: Exchange; readonly other: Exchange }[];
}

/** Most listed items of one case. */
const maxListed = 5;

/**
 * Reads items of the first page as the other tenant, but those that this tenant lists, too. Throws InconclusiveError where its list
 * may have more pages, or where no item is left.
 */
export async function readListedAsOther(tools: Tools, body: Json, turn: number): Promise<ListedItemReads> {
  const { items, client, collection } = tools;
  if (collection.create?.request) await items.getAny(body);
  const page = await items.page(items.firstPage());
  const theirs = await getAsOtherTenant(items.firstPage(), tools);
  assume(http.hasStatus(theirs, 200, 401, 403, 404), 'setup', `the other tenant got ${theirs.answer?.status}`);
  const others = listEntries(theirs, collection);
  const { maxSize = page.entries?.length ?? 0, style } = collection.pagination;
  assume(
    style === 'none' || others.length < maxSize,
    'no-usable-case',
    'the list of the other tenant may have more pages',
  );
  const shared = new Set(others.map((entry) => items.readId(entry)));
  const ids = (page.entries ?? []).flatMap((entry) => items.readId(entry) ?? []).filter((id) => !shared.has(id));
  assume(ids.length > 0, 'no-usable-case', 'the list shows no item that the other tenant does not list, too');
  const asked: ListedItemReads['asked'][number][] = [];
  for (const id of [...ids, ...ids].slice(turn % ids.length).slice(0, Math.min(maxListed, ids.length))) {
    const path = (collection.itemPath ?? '').replace(/\{[^}]+\}/, () => encodeURIComponent(id));
    const own = await client.send({ method: 'GET', path, role: 'control' });
    if (http.hasStatus(own, 200)) asked.push({ own, other: await getAsOtherTenant(path, tools) });
  }
  assume(asked.length > 0, 'setup', 'GET shows no listed item to the caller who lists it');
  return { page: page.exchange, theirs, asked };
}

/** The entries of a page; none where it was refused. */
function listEntries({ answer }: Exchange, { pagination }: Collection): readonly Json[] {
  const entries = answer?.status === 200 ? compare.getAtPointer(answer.json, pagination.items ?? '') : undefined;
  return Array.isArray(entries) ? entries : [];
}
