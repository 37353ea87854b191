import type { Client } from '../../http/exchange.js';
import type { HttpResponse } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import type { Collection } from '../../model/service/subject.js';
import type { PageMembers } from '../../openapi/recognize/page-members.js';
import { listPageEntries, readObservedPage } from '../observed/observed-page.js';

export type QueryParams = Readonly<Record<string, string>>;

export const setAll = (names: readonly string[], value: string): QueryParams =>
  Object.fromEntries(names.map((name) => [name, value]));

/** The response of a list to query parameters. */
export interface ListResponse {
  readonly answer: HttpResponse | undefined;
  readonly page: PageMembers | undefined;
  /** Keys of the entries in their order; undefined when the response is not a page. */
  readonly keys: readonly string[] | undefined;
  /** The request, as `GET /orders?limit=1`. */
  readonly asked: string;
}

/** A list that can be requested with parameters, and its plain response. */
export type ListQuery = ReturnType<typeof createListQuery>;

/** Creates a query for a list. The same parameters are requested once; without any, the list is read again. */
export function createListQuery(collection: Collection, entries: readonly Json[], client: Client) {
  const { path, pagination } = collection;
  const keysOf = (shown: readonly Json[]) =>
    shown.map((entry) => JSON.stringify(readItemId(entry, collection) ?? entry));
  const request = async (asked: string): Promise<ListResponse> => {
    const { answer } = await client.send({ method: 'GET', path: asked, role: 'survey' });
    const page =
      answer?.status === 200 || answer?.status === 206 ? readObservedPage(answer, path, pagination) : undefined;
    const shown = page && answer ? listPageEntries(answer, page) : undefined;
    return {
      answer,
      page,
      keys: shown && keysOf(shown),
      asked: `GET ${decodeURIComponent(asked)}`,
    };
  };
  const known = new Map<string, Promise<ListResponse>>();
  return {
    /** Keys of the entries of the plain list. */
    keys: keysOf(entries) as readonly string[],
    async ask(params: QueryParams) {
      const query = new URLSearchParams(params).toString();
      if (query === '') return request(path);
      const asked = known.get(query) ?? request(`${path}?${query}`);
      known.set(query, asked);
      return asked;
    },
  };
}

/** Whether a response shows the entries of the plain list from a position on, and at most `many`. */
export function isPlainSlice({ keys }: ListResponse, plain: readonly string[], from: number, many: number): boolean {
  const wanted = plain.slice(from, from + many);
  return (
    keys !== undefined &&
    wanted.length > 0 &&
    keys.length <= many &&
    keys.length >= wanted.length &&
    wanted.every((key, index) => keys[index] === key)
  );
}

/**
 * Finds the single parameter with the effect of all of them together, by bisection to save requests. Undefined when
 * none has it alone, or when they conflict.
 */
export async function findSingleParameter(
  names: readonly string[],
  does: (names: readonly string[]) => Promise<boolean>,
): Promise<string | undefined> {
  if (names.length === 1) return names[0];
  const half = names.slice(0, Math.ceil(names.length / 2));
  const rest = names.slice(half.length);
  if (await does(half)) return findSingleParameter(half, does);
  return rest.length > 0 && (await does(rest)) ? findSingleParameter(rest, does) : undefined;
}
