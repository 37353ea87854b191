import { type Exchange, getHeader } from '../../model/exchange.js';

/** Whether a response about an item says that DELETE of the item is supported (RFC 9110 §10.2.1). */
export const namesDelete = (exchange: Exchange | undefined): boolean =>
  /\bDELETE\b/i.test(
    [getHeader(exchange?.answer, 'allow'), getHeader(exchange?.answer, 'access-control-allow-methods')].join(','),
  );
