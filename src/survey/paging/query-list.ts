import type { Client } from '../../http/exchange.js';
import type { HttpResponse } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import type { Collection } from '../../model/service/subject.js';
import type { PageMembers } from '../../openapi/recognize/page-members.js';
import { listPageEntries, readObservedPage } from '../observed/observed-page.js';

/** Query parameters, each with its value. */
export type QueryParams = Readonly<Record<string, string>>;

/** What a list answered to some parameters. */
export interface ListResponse {
  readonly status: number;
  readonly answer: HttpResponse | undefined;
  readonly page: PageMembers | undefined;
  /** What tells the entries apart, in their order; undefined where no page was answered. */
  readonly keys: readonly string[] | undefined;
  /** What was asked, as `GET /orders?limit=1`. */
  readonly asked: string;
}

/** A list that can be asked for its pages, beside what it shows when nothing is asked for. */
export interface ListQuery {
  /** What tells the entries of the plain list apart. */
  readonly keys: readonly string[];
  ask(params: QueryParams): Promise<ListResponse>;
}

/** Opens a list for questions. */
export function createListQuery({ path, id }: Collection, entries: readonly Json[], client: Client): ListQuery {
  const keysOf = (shown: readonly Json[]) =>
    shown.map((entry) => JSON.stringify(readItemId(entry, id.pointer) ?? entry));
  return {
    keys: keysOf(entries),
    async ask(params) {
      const query = new URLSearchParams(params).toString();
      const asked = query === '' ? path : `${path}?${query}`;
      const { answer } = await client.send({ method: 'GET', path: asked, role: 'survey' });
      const page = answer?.status === 200 || answer?.status === 206 ? readObservedPage(answer, path) : undefined;
      const shown = page && answer ? listPageEntries(answer, page) : undefined;
      return {
        status: answer?.status ?? 0,
        answer,
        page,
        keys: shown && keysOf(shown),
        asked: `GET ${decodeURIComponent(asked)}`,
      };
    },
  };
}

/** Whether a list shows the entries of the plain one from a place on, as far as those are known, and no more than `many`. */
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
 * The one among several parameters that does what all of them do at once; found by halves, so that a list is not asked
 * once for each name. Undefined where none does it alone, or where they do not get on with each other.
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
