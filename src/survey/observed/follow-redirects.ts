import type { Client } from '../../http/exchange.js';
import { getHeader, type HttpResponse } from '../../model/exchange.js';
import { trimTrailingSlash } from '../../openapi/recognize/words.js';
import { resolveBelowBase } from './path-below-base.js';

/** The response for a path, and the path that returned it. */
export interface LandedResponse {
  readonly path: string;
  readonly answer: HttpResponse | undefined;
  /** Why there is no answer. */
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
  if (!answer) return { path, answer, silence, trouble: `no answer: ${silence}`, notes: [] };
  const { status } = answer;
  const location = getHeader(answer, 'location');
  if (!redirectStatuses.includes(status) || location === undefined)
    return { path, answer, trouble: describeStatusProblem(status), notes: [] };
  const target = resolveBelowBase(location, path, baseUrl);
  const isSame =
    target !== undefined && !target.host && target.path !== path && normalizePath(target.path) === normalizePath(path);
  if (!isSame) return { path, answer, trouble: `returns ${status} to ${location}, which is not followed`, notes: [] };
  const again = await client.send({ method: 'GET', path: target.path, role: 'survey' });
  return {
    path: target.path,
    answer: again.answer,
    silence: again.silence,
    trouble: again.answer ? describeStatusProblem(again.answer.status) : `no answer: ${again.silence}`,
    notes: [`${path}: redirects with ${status} to ${target.path}, which is checked instead`],
  };
}

const normalizePath = (path: string) => trimTrailingSlash(path).toLowerCase();

function describeStatusProblem(status: number): string | undefined {
  if (status === 200) return undefined;
  const advice = status === 401 || status === 403 ? '; credentials with more rights would show more' : '';
  return `returns ${status}${advice}`;
}
