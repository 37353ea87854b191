import type { Client } from '../../http/exchange.js';
import { type Exchange, getHeader, type HttpResponse } from '../../model/exchange.js';
import { trimTrailingSlash } from '../../openapi/recognize/words.js';
import { resolveBelowBase } from './path-below-base.js';

export interface LandedResponse {
  readonly path: string;
  readonly answer: HttpResponse | undefined;
  readonly silence?: string | undefined;
  /**
   * Why the response is not a list, as the rest of a sentence about the path; undefined for a response with content.
   */
  readonly trouble: string | undefined;
  readonly notes: readonly string[];
}

const redirectStatuses = [301, 302, 303, 307, 308];

/** Requests a path. Follows one redirect that differs only in case or a trailing slash. */
export async function fetchPath(path: string, baseUrl: string, client: Client): Promise<LandedResponse> {
  const { answer, silence } = await client.send({ method: 'GET', path, role: 'survey' });
  const landed = describeLanding(path, { answer, silence });
  const location = getHeader(answer, 'location');
  if (!answer || !redirectStatuses.includes(answer.status) || location === undefined) return landed;
  const { status } = answer;
  const target = resolveBelowBase(location, path, baseUrl);
  const isSame =
    target !== undefined && !target.host && target.path !== path && normalizePath(target.path) === normalizePath(path);
  if (!isSame) return { ...landed, trouble: `returns ${status} to ${location}, which is not followed` };
  const again = await client.send({ method: 'GET', path: target.path, role: 'survey' });
  const note = `${path}: redirects with ${status} to ${target.path}, which is checked instead`;
  return describeLanding(target.path, again, [note]);
}

const normalizePath = (path: string) => trimTrailingSlash(path).toLowerCase();

function describeLanding(
  path: string,
  { answer, silence }: Pick<Exchange, 'answer' | 'silence'>,
  notes: readonly string[] = [],
): LandedResponse {
  const status = answer?.status;
  const advice = status === 401 || status === 403 ? '; credentials with more rights would show more' : '';
  const trouble = answer ? `returns ${status}${advice}` : `no answer: ${silence}`;
  return { path, answer, silence, trouble: status === 200 ? undefined : trouble, notes };
}
