import type { Client } from '../../http/exchange.js';
import type { Known } from '../../model/service/declared-service.js';
import { distinctNames } from '../../openapi/describe/describe-document.js';
import { trimmed } from '../../openapi/recognize/words.js';
import { sideBySide } from '../parallel-requests.js';
import { candidatePaths } from './candidate-paths.js';
import { pathsIn } from './collection-links.js';
import { lookBelow } from './explore-below.js';
import type { Found, Surroundings } from './found-collection.js';
import { type Probed, probe } from './probe-path.js';

const advice =
  'name an OpenAPI document with --openapi, or collections with --collection, or declare resources in a profile';

/** Most paths that are tried. */
const cap = 30;

/** Follows what the service shows of itself to its collections; from what turns out to be a directory, once more. */
export async function lookAround(known: Known, client: Client): Promise<Surroundings> {
  const paths = await candidatePaths(known.baseUrl, client);
  if (!paths) return { found: [], notes: [`GET /: not answered; ${advice}`] };
  const first = paths.slice(0, cap);
  if (first.length === 0)
    return {
      found: [],
      notes: [`nothing shows what the service offers: no OpenAPI document, no links at GET /; ${advice}`],
    };
  const seen = await probeAll(first, known, client);
  const further = behind(seen, first, known).slice(0, cap - first.length);
  const more = await probeAll(further, known, client);
  const isLeading = ({ path, probed }: Tried) => leadsOn(path, probed, known).some((next) => further.includes(next));
  const { found, notes } = gathered([...seen.filter((one) => !isLeading(one)), ...more]);
  const below = await sideBySide(found, (one) => lookBelow(one, known, client), 4);
  return { found: named([...found, ...below.flat()]), notes };
}

interface Tried {
  readonly path: string;
  readonly probed: Probed;
}

async function probeAll(paths: readonly string[], known: Known, client: Client): Promise<Tried[]> {
  const names = distinctNames(paths);
  return sideBySide(
    paths,
    async (path, index) => ({ path, probed: await probe(path, names[index] ?? path, known, client) }),
    4,
  );
}

/** Paths that directories lead to which were no lists themselves, and that were not tried yet. */
function behind(seen: readonly Tried[], tried: readonly string[], known: Known): string[] {
  const before = new Set(tried.map(trimmed));
  const paths = seen.flatMap(({ path, probed }) => leadsOn(path, probed, known));
  return [...new Set(paths)].filter((path) => !before.has(trimmed(path)));
}

function leadsOn(path: string, probed: Probed, { baseUrl }: Known): string[] {
  if (!('trouble' in probed) || !probed.answer) return [];
  return pathsIn(probed.answer, path, baseUrl).filter((next) => next.startsWith(`${trimmed(path)}/`));
}

function gathered(tried: readonly Tried[]): Surroundings {
  const found = tried.flatMap(({ probed }) => ('collection' in probed ? [probed] : []));
  const notes = tried.flatMap(({ path, probed }) =>
    'trouble' in probed ? [`${path}: not looked at: ${probed.trouble}`] : probed.notes,
  );
  return { found, notes };
}

function named(found: readonly Found[]): Found[] {
  const names = distinctNames(found.map(({ collection }) => collection.path));
  return found.map((one, index) => ({
    ...one,
    collection: { ...one.collection, name: names[index] ?? one.collection.name },
  }));
}
