import type { Answer, Client } from '../../http/exchange.js';
import { header } from '../../model/exchange.js';
import { trimmed } from '../../openapi/recognize/words.js';
import { placeOf } from './path-below-base.js';

/** What a path answered, and where that was. */
export interface Landing {
  readonly path: string;
  readonly answer: Answer | undefined;
  /** Why there is no answer. */
  readonly silence?: string | undefined;
  /** Why what was answered is no list, as the rest of a sentence about the path; undefined for an answer with content. */
  readonly trouble: string | undefined;
  readonly notes: readonly string[];
}

const moved = [301, 302, 303, 307, 308];

/** Asks a path. A redirect is followed once, where it leads to the same path but for its case or a trailing slash. */
export async function land(path: string, baseUrl: string, client: Client): Promise<Landing> {
  const { answer, silence } = await client.send({ method: 'GET', path, role: 'survey' });
  if (!answer) return { path, answer, silence, trouble: `is not answered: ${silence}`, notes: [] };
  const { status } = answer;
  const location = header(answer, 'location');
  if (!moved.includes(status) || location === undefined) return { path, answer, trouble: troubleOf(status), notes: [] };
  const target = placeOf(location, path, baseUrl);
  const isSame = target !== undefined && !target.host && target.path !== path && plain(target.path) === plain(path);
  if (!isSame) return { path, answer, trouble: `answers ${status} to ${location}, which is not followed`, notes: [] };
  const again = await client.send({ method: 'GET', path: target.path, role: 'survey' });
  return {
    path: target.path,
    answer: again.answer,
    silence: again.silence,
    trouble: again.answer ? troubleOf(again.answer.status) : `is not answered: ${again.silence}`,
    notes: [`${path}: answers ${status} to ${target.path}, so that is what is looked at`],
  };
}

const plain = (path: string) => trimmed(path).toLowerCase();

function troubleOf(status: number): string | undefined {
  if (status === 200) return undefined;
  const advice = status === 401 || status === 403 ? '; credentials with more rights would show more' : '';
  return `answers ${status}${advice}`;
}
