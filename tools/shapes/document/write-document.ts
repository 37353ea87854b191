import { stringify } from 'yaml';
import type { ServiceFacts } from '../facts/facts.js';
import { buildDocument, type Document } from './build-document.js';

/** Bytes of a document that is too large. */
const largeSize = 40_000_000;

/** A file of a document. */
export interface DocumentFile {
  readonly mediaType: string;
  readonly text: string;
  /** Number of spaces after the text. */
  readonly padding?: number;
}

/** The files of the document of a service, by their paths; none if it has no document. */
export function writeDocument(service: ServiceFacts): ReadonlyMap<string, DocumentFile> {
  const { documentPath, design } = service;
  const { document: kind, documentFormat } = design.service;
  if (documentPath === undefined) return new Map();
  const mediaType = documentFormat === 'json' ? 'application/json' : 'application/yaml';
  const write = (value: unknown): DocumentFile => ({
    mediaType,
    text: documentFormat === 'json' ? JSON.stringify(value) : stringify(value, { aliasDuplicateObjects: false }),
  });
  const document = buildDocument(service);
  if (kind === 'split') {
    const files = splitDocument(document, documentPath, documentFormat);
    return new Map([...files].map(([path, value]) => [path, write(value)]));
  }
  const { text } = write(document);
  if (kind === 'broken') return new Map([[documentPath, { mediaType, text: `${text.slice(0, text.length / 2)}"{[` }]]);
  return new Map([[documentPath, { mediaType, text, ...(kind === 'too-large' && { padding: largeSize }) }]]);
}

/** Puts each path and each schema into a file of its own. */
function splitDocument(document: Document, documentPath: string, extension: string): Map<string, unknown> {
  const folder = documentPath.slice(0, documentPath.lastIndexOf('/'));
  const files = new Map<string, unknown>();
  const isOld = document.swagger !== undefined;
  const components = isOld ? undefined : (document.components as Record<string, unknown>);
  const schemas = (components?.schemas ?? document.definitions) as Record<string, unknown>;
  const start = isOld ? '#/definitions/' : '#/components/schemas/';
  const refer = (value: unknown, to: string): unknown =>
    JSON.parse(
      JSON.stringify(value).replaceAll(new RegExp(`"${start}(\\w+)"`, 'g'), (_, name) => `"${to}${name}.${extension}"`),
    );
  const links: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    files.set(`${folder}/schemas/${name}.${extension}`, refer(schema, './'));
    links[name] = { $ref: `schemas/${name}.${extension}` };
  }
  const paths: Record<string, unknown> = {};
  for (const [index, [path, operations]] of Object.entries(document.paths as object).entries()) {
    files.set(`${folder}/paths/${index}.${extension}`, refer(operations, '../schemas/'));
    paths[path] = { $ref: `paths/${index}.${extension}` };
  }
  const whole = isOld ? { definitions: links } : { components: { ...components, schemas: links } };
  files.set(documentPath, { ...document, paths, ...whole });
  return files;
}
