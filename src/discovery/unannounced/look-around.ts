import type { Client } from '../../http/exchange.js';
import type { Known } from '../known.js';
import { distinctNames } from '../openapi/describe.js';
import type { Seen } from '../parents.js';
import { candidatePaths } from './candidates.js';
import { probe } from './probe.js';

/** What was found without a document and without a word in the profile. */
export interface Surroundings {
  readonly seen: readonly Seen[];
  readonly notes: readonly string[];
}

const advice = 'name an OpenAPI document with --openapi, or declare resources in a profile';

/** Follows what the service shows of itself to its collections. */
export async function lookAround(known: Known, client: Client): Promise<Surroundings> {
  const paths = await candidatePaths(known.baseUrl, client);
  if (!paths) return { seen: [], notes: [`GET /: not answered; ${advice}`] };
  if (paths.length === 0)
    return {
      seen: [],
      notes: [`nothing shows what the service offers: no OpenAPI document, no links at GET /; ${advice}`],
    };
  const names = distinctNames(paths);
  const seen: Seen[] = [];
  const notes: string[] = [];
  for (const [index, path] of paths.entries()) {
    const probed = await probe(path, names[index] ?? path, known, client);
    if ('note' in probed) notes.push(probed.note);
    else {
      seen.push(probed);
      notes.push(...probed.notes);
    }
  }
  return { seen, notes };
}
