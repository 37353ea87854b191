import type { ClientRequest } from '../http/exchange.js';
import { parseMediaType } from '../model/field/media-type.js';

/** Length of a part of a request from which on it is unusual. */
const unusualLength = 65_536;

/** Why a request with unusual octets is not sent to another machine. */
export const omittedOctetsMessage =
  'requests with %00, invalid UTF-8, half a surrogate pair, or 64 kB in one part were left out, because they can stop a service, and this one is on another machine; to send them: --allow-unusual-octets (safety.unusualOctets)';

/** Whether a request has octets at which known services stop: a null octet, invalid UTF-8, half a surrogate pair, or a very long part. */
export function hasUnusualOctets(request: Pick<ClientRequest, 'path' | 'headers' | 'content'>): boolean {
  const { path, headers = {}, content = '' } = request;
  const values = Object.values(headers).map(String);
  if (path.length >= unusualLength || values.some(({ length }) => length >= unusualLength)) return true;
  if (hasUnusualEscape(path) || values.some(hasLoneHalf)) return true;
  return content !== '' && hasUnusualContent(content, isForm(headers));
}

const isForm = (headers: NonNullable<ClientRequest['headers']>): boolean =>
  Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && parseMediaType(String(value)).isForm,
  );

/** Texts in JSON are the parts between quotes. */
function hasUnusualContent(content: string, isFormed: boolean): boolean {
  if (content.length >= unusualLength && content.split(/["&]/).some(({ length }) => length >= unusualLength))
    return true;
  return isFormed ? hasUnusualEscape(content) : hasNullOrLoneHalf(readJsonEscapes(content));
}

/** Percent-encoded octets that are null, or not UTF-8 in a row. */
function hasUnusualEscape(text: string): boolean {
  if (hasNullOrLoneHalf(text)) return true;
  return (text.match(/(?:%[0-9a-f]{2})+/gi) ?? []).some((octets) => {
    try {
      return decodeURIComponent(octets).includes('\0');
    } catch {
      return true;
    }
  });
}

const readJsonEscapes = (text: string): string =>
  text.includes('\\u')
    ? text.replace(/\\(?:u([0-9a-f]{4})|.)/gi, (_, code?: string) =>
        code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

const hasLoneHalf = (text: string): boolean => /\p{Surrogate}/u.test(text);

const hasNullOrLoneHalf = (text: string): boolean => text.includes('\0') || hasLoneHalf(text);
