import { getHeader, type HttpResponse } from '../exchange.js';
import { getAtPointer, isObject, type Json, normalizeName } from '../json.js';

/** Reads what a page says about the next one: at a JSON Pointer into its content, or in a header field. */
export const readNextPlace = (answer: HttpResponse | undefined, place: string): Json | undefined =>
  place.startsWith('/') ? getAtPointer(answer?.json as Json, place) : getHeader(answer, place);

/** The header field of a response with a token of the next page, as `X-Next-Token`, `opc-next-page` or `x-ms-continuation`. */
export const findNextPageField = ({ headers }: HttpResponse): string | undefined =>
  Object.keys(headers).find((name) => nextFieldPattern.test(name) && headers[name] !== '');

const nextFieldPattern =
  /^(?:[a-z]+-)*(?:(?:next|continuation)-(?:page-?)?(?:token|cursor|page|key|marker)|continuation)$/i;

/** Members of a page, by their normalized names from the root on, that say whether there is a next one. */
export const moreNamePattern =
  /^(links|meta|metadata|paging|pagination|page|pageinfo|cursors)*((has|is)?more(pages|items|results|data)?(available)?|has(next|nextpage)|istruncated)$/;

/** Members with the opposite meaning; alone they mean too little to say that there is no next page. */
const lastNamePattern = /^(links|meta|metadata|paging|pagination|page|pageinfo)*(is)?last(page)?$/;

/** Members with the token of the next page; one that is only called `cursor` may be that of the page itself. */
const tokenNamePattern =
  /^(links|meta|metadata|paging|pagination|page|pageinfo|cursors|responsemetadata)*(next(page)?(after|cursor|token|marker|continuationtoken|key)|continuationtoken|endcursor|cursorsafter)$/;

const asideNamePattern = /^(links|meta|metadata|paging|pagination|page|pageinfo|cursors|responsemetadata)$/;

/** What a page says about the next one beside its entries. */
export interface NextMembers {
  /** Whether a flag says that there is a next page; undefined where no flag says so. */
  readonly isMore?: boolean;
  readonly token?: string;
}

/** Finds the members of a page, and of the objects about it, that say whether there is a next one, or how to request it. */
export function readNextMembers(json: Json | undefined, before = ''): NextMembers {
  let found: NextMembers = {};
  if (!isObject(json)) return found;
  for (const [name, value] of Object.entries(json)) {
    const normalized = normalizeName(name);
    const path = before + normalized;
    if (isObject(value)) {
      if (asideNamePattern.test(normalized)) found = { ...readNextMembers(value, path), ...found };
    } else if (typeof value === 'boolean') {
      if (moreNamePattern.test(path)) found = { ...found, isMore: value };
      else if (value === false && lastNamePattern.test(path)) found = { isMore: true, ...found };
    } else if (typeof value === 'string' && value !== '' && tokenNamePattern.test(path))
      found = { token: value, ...found };
  }
  return found;
}
