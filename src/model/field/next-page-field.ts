import { getHeader, type HttpResponse } from '../exchange.js';
import { getAtPointer, type Json } from '../json.js';

/** Reads what a page says about the next one: at a JSON Pointer into its content, or in a header field. */
export const readNextPlace = (answer: HttpResponse | undefined, place: string): Json | undefined =>
  place.startsWith('/') ? getAtPointer(answer?.json as Json, place) : getHeader(answer, place);

/** The header field of a response with a token of the next page, as `X-Next-Token`, `opc-next-page` or `x-ms-continuation`. */
export const findNextPageField = ({ headers }: HttpResponse): string | undefined =>
  Object.keys(headers).find((name) => nextFieldPattern.test(name) && headers[name] !== '');

const nextFieldPattern =
  /^(?:[a-z]+-)*(?:(?:next|continuation)-(?:page-?)?(?:token|cursor|page|key|marker)|continuation)$/i;
