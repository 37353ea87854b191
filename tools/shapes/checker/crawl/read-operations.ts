import { parse } from 'yaml';
import type { Crawler } from './crawler.js';

/** Where services usually have their document. */
export const usualDocuments: readonly string[] = [
  '/openapi.json',
  '/openapi.yaml',
  '/openapi.yml',
  '/swagger.json',
  '/swagger.yaml',
  '/v3/api-docs',
  '/v2/api-docs',
  '/api-docs',
  '/api/openapi.json',
  '/docs/openapi.json',
  '/swagger/v1/swagger.json',
];

/** Methods of a documented path, and whether a list has parameters for its pages. */
export interface Documented {
  readonly methods: ReadonlySet<string>;
  readonly parameters: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** Reads a text as a document; undefined: it is none. */
export function readDocument(text: string): Json | undefined {
  try {
    const value: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text);
    return typeof value === 'object' && value !== null && 'paths' in value ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** Path templates whose parameters have no names. */
export const namelessTemplate = (template: string): string => template.replaceAll(/\{[^}]*\}/g, '{}');

/** Documented paths by template, with the base path that leads to the service. */
export async function readOperations(
  crawler: Crawler,
  document: Json,
  address: string,
): Promise<Map<string, Documented>> {
  const described = new Map<string, Documented>();
  for (const [path, value] of Object.entries(document.paths as Record<string, Json>)) {
    const operations = typeof value.$ref === 'string' ? await readFile(crawler, value.$ref, address) : value;
    if (operations) described.set(path, describe(operations));
  }
  const base = await findBase(crawler, document, [...described.keys()]);
  return new Map([...described].map(([path, one]) => [namelessTemplate(base + path), one]));
}

async function readFile(crawler: Crawler, reference: string, address: string): Promise<Json | undefined> {
  const answer = await crawler.read(new URL(reference, crawler.client.url + address).pathname);
  return answer && (parse(answer.text) as Json);
}

function describe(operations: Json): Documented {
  const all = Object.entries(operations as Record<string, Json>);
  const parameters = ((operations.get as Json | undefined)?.parameters ?? []) as Json[];
  return {
    methods: new Set(all.map(([method]) => method.toUpperCase())),
    parameters: parameters.map(({ name }) => String(name)),
  };
}

/** The base path of the document if something is there, otherwise none. */
async function findBase(crawler: Crawler, document: Json, paths: readonly string[]): Promise<string> {
  const [server] = (document.servers ?? []) as { url: string }[];
  const declared = server ? new URL(server.url, crawler.client.url).pathname : String(document.basePath ?? '');
  const base = declared === '/' ? '' : declared;
  for (const path of paths.filter((one) => !one.includes('{'))) {
    const { status } = await crawler.send({ path: base + path });
    if (status !== 404) return base;
  }
  return '';
}
