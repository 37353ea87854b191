import { escapeRegExp } from '../../model/escapes.js';
import { parsePointer } from '../../model/json.js';
import type { Evidence, Report, Result } from '../../model/result/report.js';
import { type Fact, normalizeTemplate } from '../../model/service/operation.js';
import { computeOnce } from '../../model/values/compute-once.js';
import { toRelativeUrl } from '../text/relative-url.js';
import { type DocumentLines, findDocumentLine, indexDocumentLines } from './document-lines.js';

export interface SourceFiles {
  /** The folder that paths are relative to: the top of a repository. */
  readonly root?: string | undefined;
  /** Reads the profile or the document; undefined if it cannot be read. */
  readonly read?: ((path: string) => string | undefined) | undefined;
}

export interface Location {
  /** Relative URI. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** Where a profile would be: the same for every run, wherever its reports are written. */
const usualProfile = 'assay.yaml';

type Located = Pick<Report, 'run' | 'survey' | 'target'>;

/** The file that the run as a whole refers to: the profile, or the document, or where a profile would be. */
export function locateReport({ run }: Pick<Report, 'run'>, files: SourceFiles = {}): Location {
  const named = [run.profile, run.openapi].map((path) => path && relativizePath(path, files.root));
  return { path: encodePath(named.find(Boolean) || usualProfile), line: 1 };
}

/** Returns the line of the document or of the profile that is about a result; else what the run refers to. */
export function locateResult(result: Pick<Result, 'subject' | 'evidence'>, report: Located, files: SourceFiles = {}) {
  return findDeclaration(result, report, files) ?? locateReport(report, files);
}

/**
 * Returns the line of the document that describes the operation of a finding, else the one of the profile that declares
 * the collection; undefined if no file that can be read has one.
 */
export function findDeclaration(
  { subject, evidence }: Pick<Result, 'subject' | 'evidence'>,
  { run, survey, target }: Located,
  files: SourceFiles,
): Location | undefined {
  const index = indexCollections(survey.collections);
  const { method, path } = readSubject(subject, index);
  const home = findHome(path, index);
  const named = (each: DescribedPlace) => each.by === method && each.template === normalizeTemplate(path);
  const place =
    method === undefined ? findShownOperation(evidence, target.baseUrl, index) : index.described.find(named);
  const { at, under } = place ?? { at: path, under: method };
  const readLines = openDocuments(files);
  return (
    findIn(
      run.openapi,
      files,
      (file) => findDocumentLine(readLines(file), at, under) ?? findDocumentLine(readLines(file), home),
    ) ?? findIn(run.profile, files, (file) => findProfileLine(files.read?.(file) ?? '', home))
  );
}

/** The lines of documents, each read once for all findings of a report. */
const openDocuments = computeOnce(({ read }: SourceFiles) => {
  const known = new Map<string, DocumentLines>();
  return (file: string): DocumentLines => {
    const lines = known.get(file) ?? indexDocumentLines(read?.(file) ?? '');
    known.set(file, lines);
    return lines;
  };
});

/** The described operation of the request that shows a violation of a collection. */
function findShownOperation(evidence: Evidence | undefined, baseUrl: string, { described }: CollectionIndex) {
  const request = evidence?.exchanges.findLast(({ role }) => role !== 'control')?.request;
  if (request === undefined) return undefined;
  const path = normalizeTemplate(toRelativeUrl(baseUrl, request.url).replace(/[?#][\s\S]*$/, ''));
  return described.find(({ by, pattern }) => by === request.method && pattern.test(path));
}

function findIn(file: string | undefined, { root }: SourceFiles, findLine: (file: string) => number | undefined) {
  const path = file && relativizePath(file, root);
  const line = path && file ? findLine(file) : undefined;
  return path && line !== undefined ? { path: encodePath(path), line } : undefined;
}

/** Reads a place such as `known.yaml:2:5`; undefined if it names no line, or no file of the repository. */
export function readPlace(place: string, { root }: SourceFiles): Location | undefined {
  const [, file = '', line = ''] = /^(.+?):(\d+)(?::\d+)?$/.exec(place) ?? [];
  const path = file && relativizePath(file, root);
  return path ? { path: encodePath(path), line: Number(line) } : undefined;
}

/** An operation of a collection, and the path and the method by which the document describes it. */
interface DescribedPlace {
  readonly template: string;
  readonly pattern: RegExp;
  readonly by: string;
  readonly at: string;
  /** HEAD is described by GET. */
  readonly under: string | undefined;
}

interface CollectionIndex {
  readonly pathOf: ReadonlyMap<string, string>;
  readonly paths: ReadonlySet<string>;
  /** Those with few parameters come first: `/orders/mine` is not an item of `/orders/{id}`. */
  readonly described: readonly DescribedPlace[];
}

const indexCollections = computeOnce(
  (collections: Report['survey']['collections']): CollectionIndex => ({
    pathOf: new Map(collections.map(({ name, path }) => [name, path])),
    paths: new Set(collections.map(({ path }) => path)),
    described: collections
      .flatMap(({ facts }) => facts.flatMap(readDescribedPlace))
      .sort((one, other) => one.template.split('{}').length - other.template.split('{}').length),
  }),
);

/** A fact such as `GET /orders/{id}`, known from `#/paths/~1v1~1orders~1{order_id}/get`. */
function readDescribedPlace({ value, evidence }: Fact): DescribedPlace[] {
  const [, by, path = ''] = (typeof value === 'string' && /^([A-Z]+) (\/.*)$/.exec(value)) || [];
  const [root, at, under] = evidence.startsWith('#/paths/') ? parsePointer(evidence.slice(1)) : [];
  if (by === undefined || root === undefined || at === undefined) return [];
  const template = normalizeTemplate(path);
  const pattern = new RegExp(`^${template.split('{}').map(escapeRegExp).join('[^/]+')}$`);
  return [{ template, pattern, by, at, under: under?.toUpperCase() }];
}

/** Returns the path of the nearest collection above a path, or of itself. */
function findHome(path: string, { paths }: CollectionIndex): string {
  for (let above = path; above !== ''; above = above.slice(0, above.lastIndexOf('/'))) {
    if (paths.has(above)) return above;
    if (!above.includes('/')) break;
  }
  return path;
}

/** A subject is the name of a collection, a path, or a method with a path. */
function readSubject(subject: string, { pathOf }: CollectionIndex): { method?: string; path: string } {
  const [, method, path] = /^([A-Z]+) (\/.*)$/.exec(subject) ?? [];
  if (method !== undefined && path !== undefined) return { method, path };
  return { path: pathOf.get(subject) ?? subject };
}

const normalizePath = (path: string): string => path.replaceAll('\\', '/').replace(/\p{Cs}/gu, '\ufffd');

/** Returns a path below the root; undefined for others, and for URLs. */
function relativizePath(given: string, root = ''): string | undefined {
  const path = normalizePath(given);
  const folder = `${normalizePath(root).replace(/\/+$/, '')}/`;
  const relative = root !== '' && path.startsWith(folder) ? path.slice(folder.length) : path;
  const isOutside = /^(\/|[A-Za-z][A-Za-z0-9+.-]*:)/.test(relative) || relative.split('/').includes('..');
  return isOutside ? undefined : relative.replace(/^(\.\/)+/, '');
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Finds the line, from 1, on which a profile names the path of a collection, in YAML or JSON. */
export function findProfileLine(text: string, path: string): number | undefined {
  const named = new RegExp(`(^|[\\s{,-])["']?collection["']?\\s*:\\s*["']?${escapeRegExp(path)}["']?\\s*([,}#\\r]|$)`);
  const index = text.split('\n').findIndex((line) => named.test(line));
  return index < 0 ? undefined : index + 1;
}
