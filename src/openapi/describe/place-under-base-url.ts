import type { Client } from '../../http/exchange.js';
import { getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { isTemplated, trimTrailingSlash } from '../recognize/words.js';
import type { DescribedOperation } from './described-operation.js';

/** Paths below which services often are, tried when nothing else leads to their resources. */
export const otherRoots = ['/api', '/api/v1', '/v1', '/api/v2', '/rest'];

/** How paths of the document map to paths under the base URL. */
export interface PathPlacement {
  place(path: string): string;
  readonly note?: string;
}

const unchangedPlacement: PathPlacement = { place: (path) => path };

/** Chooses how paths continue the base URL, which is authoritative: the list with the best response decides. */
export async function choosePlacement(
  document: JsonObject,
  operations: readonly DescribedOperation[],
  known: DeclaredService,
  client: Client,
): Promise<PathPlacement> {
  const base = trimTrailingSlash(new URL(known.baseUrl).pathname).replace(/^\/$/, '');
  const repeating = operations.filter(({ path }) => isBelow(path, base));
  const choices = [
    unchangedPlacement,
    ...listServerPrefixes(document, base).map((prefix) =>
      createPlacement(
        prefix,
        `the server URL of the document adds ${prefix} to the base URL, and the service answers there`,
      ),
    ),
    ...(repeating.length > 0 ? [createStripPlacement(base)] : []),
  ];
  const samples = [...repeating, ...operations].filter(
    ({ operation, path, unusable }) => operation.method === 'GET' && !isTemplated(path) && !unusable,
  );
  if (choices.length === 1) return unchangedPlacement;
  if (samples.length === 0)
    return {
      ...unchangedPlacement,
      note: 'assumed: paths start right below the base URL, because no GET without parameters can confirm it',
    };
  const paths = samples.map(({ path }) => path);
  return (
    (await findBestPlacement(choices, paths, client)) ??
    (await findBestPlacement(await listLinkedPlacements(paths, known, client), paths, client)) ??
    (await findBestPlacement(listPlacements(otherRoots, 'where one of its lists answers'), paths, client)) ??
    unchangedPlacement
  );
}

/** The placement with the best response to one of the first paths; undefined: there is nothing at any of them. */
async function findBestPlacement(choices: readonly PathPlacement[], paths: readonly string[], client: Client) {
  if (choices.length === 0) return undefined;
  for (const path of paths.slice(0, maxSamples)) {
    let best = { placement: unchangedPlacement, score: 0 };
    for (const placement of choices) {
      const score = await scorePath(placement.place(path), client);
      if (score > best.score) best = { placement, score };
    }
    if (best.score > 0) return best.placement;
  }
  return undefined;
}

/** Maximum number of linked paths below which the paths of the document are tried. */
const maxPrefixes = 5;

/** Below the path that declared lists, or links at the base URL, have before a path of the document. */
async function listLinkedPlacements(
  paths: readonly string[],
  known: DeclaredService,
  client: Client,
): Promise<PathPlacement[]> {
  const { answer } = await client.send({ method: 'GET', path: '/', role: 'survey' });
  const links = [...(answer?.text ?? '').matchAll(/["'](?:https?:\/\/[^"'/]+)?(\/[^"'?#]*)["'?#]/g)];
  const declared = [...known.resources.map(({ collection }) => collection), ...(known.collections ?? [])];
  const prefixes = [...declared, ...links.map(([, link = '']) => link)].flatMap((link) =>
    paths.flatMap((path) => (link.endsWith(path) && link !== path ? [link.slice(0, -path.length)] : [])),
  );
  return listPlacements([...new Set(prefixes)].slice(0, maxPrefixes), 'as declared lists or its links say');
}

const createPlacement = (prefix: string, note: string): PathPlacement => ({ place: (path) => prefix + path, note });

const listPlacements = (prefixes: readonly string[], why: string): PathPlacement[] =>
  prefixes.map((prefix) => createPlacement(prefix, `the document's paths are at ${prefix} of the service, ${why}`));

/** Maximum number of lists that are requested until one of them answers. */
const maxSamples = 3;

const createStripPlacement = (base: string): PathPlacement => ({
  place: (path) => removeBase(path, base),
  note: `the document's paths repeat ${base} of the base URL; it is used once`,
});

const isBelow = (path: string, base: string): boolean => base !== '' && path.startsWith(`${base}/`);

const removeBase = (path: string, base: string): string => (isBelow(path, base) ? path.slice(base.length) : path);

function listServerPrefixes({ servers }: JsonObject, base: string): string[] {
  const paths = (Array.isArray(servers) ? (servers as Json[]) : []).flatMap((server) => readServerPath(server) ?? []);
  const missing = paths.filter((path) => path !== '' && !base.endsWith(path));
  return [...new Set(missing.map((path) => removeBase(path, base)))];
}

function readServerPath(server: Json): string | undefined {
  if (!isObject(server) || typeof server.url !== 'string') return undefined;
  const variables = isObject(server.variables) ? server.variables : {};
  const url = server.url.replaceAll(/\{([^}]+)\}/g, (_, name) => {
    const variable = getMember(variables, String(name));
    return isObject(variable) ? String(variable.default ?? '') : '';
  });
  return URL.canParse(url, 'http://here')
    ? trimTrailingSlash(new URL(url, 'http://here').pathname).replace(/^\/$/, '')
    : undefined;
}

/** JSON is better than a refusal of access, which is better than any other response except 404. */
async function scorePath(path: string, client: Client): Promise<number> {
  const { answer } = await client.send({ method: 'GET', path, role: 'survey' });
  if (!answer || answer.status === 404) return 0;
  if (answer.status < 300) return answer.json === undefined ? 0 : 3;
  return answer.status === 401 || answer.status === 403 ? 2 : 1;
}
