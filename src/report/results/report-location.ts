import { escapeRegExp } from '../../model/escapes.js';
import type { Report, Result } from '../../model/result/report.js';
import { computeOnce } from '../../model/values/compute-once.js';

export interface SourceFiles {
  /** The folder that paths are relative to: the top of a repository. */
  readonly root?: string | undefined;
  /** Path of `report.json`; by default where a run writes it. */
  readonly report?: string | undefined;
  /** Reads the profile or the document; undefined if it cannot be read. */
  readonly read?: ((path: string) => string | undefined) | undefined;
}

export interface Location {
  /** Relative URI. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

const reportFile = 'reports/report.json';

type Located = Pick<Report, 'run' | 'survey'>;

/** The file that the run as a whole refers to: the profile, or the document, or the report itself. */
export function locateReport({ run }: Pick<Report, 'run'>, files: SourceFiles = {}): Location {
  const named = [run.profile, run.openapi, files.report].map((path) => path && relativizePath(path, files.root));
  return { path: encodePath(named.find(Boolean) || reportFile), line: 1 };
}

/** Returns the line of the profile or of the document that declares the subject of a result; else what the run refers to. */
export function locateResult({ subject }: Pick<Result, 'subject'>, report: Located, files: SourceFiles = {}): Location {
  return findDeclaration(subject, report, files) ?? locateReport(report, files);
}

/** Returns the line that declares a subject; undefined if no file that can be read does. */
export function findDeclaration(subject: string, { run, survey }: Located, files: SourceFiles): Location | undefined {
  const index = indexCollections(survey.collections);
  const { method, path } = readSubject(subject, index);
  const home = findHome(path, index);
  return (
    findIn(run.profile, files, (text) => findProfileLine(text, home)) ??
    findIn(run.openapi, files, (text) => findDocumentLine(text, path, method) ?? findDocumentLine(text, home))
  );
}

function findIn(file: string | undefined, { root, read }: SourceFiles, find: (text: string) => number | undefined) {
  const path = file && relativizePath(file, root);
  const text = path && file ? read?.(file) : undefined;
  const line = text === undefined ? undefined : find(text);
  return path && line !== undefined ? { path: encodePath(path), line } : undefined;
}

/** Reads a place such as `known.yaml:2:5`; undefined if it names no line, or no file of the repository. */
export function readPlace(place: string, { root }: SourceFiles): Location | undefined {
  const [, file = '', line = ''] = /^(.+?):(\d+)(?::\d+)?$/.exec(place) ?? [];
  const path = file && relativizePath(file, root);
  return path ? { path: encodePath(path), line: Number(line) } : undefined;
}

interface CollectionIndex {
  readonly pathOf: ReadonlyMap<string, string>;
  readonly paths: ReadonlySet<string>;
}

const indexCollections = computeOnce(
  (collections: Report['survey']['collections']): CollectionIndex => ({
    pathOf: new Map(collections.map(({ name, path }) => [name, path])),
    paths: new Set(collections.map(({ path }) => path)),
  }),
);

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
export const findProfileLine = (text: string, path: string): number | undefined =>
  findLine(
    text.split('\n'),
    new RegExp(`(^|[\\s{,-])["']?collection["']?\\s*:\\s*["']?${escapeRegExp(path)}["']?\\s*([,}#\\r]|$)`),
  );

/** Finds the line, from 1, of a path of an OpenAPI document, or of a method below it; names of parameters do not matter. */
export function findDocumentLine(text: string, path: string, method?: string): number | undefined {
  const lines = text.split('\n');
  const template = escapeRegExp(path).replaceAll(/\\\{[^}]*\\\}/g, '\\{[^}]*\\}');
  const at = findLine(lines, new RegExp(`^\\s*["']?${template}["']?\\s*:`));
  if (at === undefined || method === undefined) return at;
  const depth = measureIndent(lines[at - 1] ?? '');
  const below = lines.slice(at).findIndex((line) => line.trim() !== '' && measureIndent(line) <= depth);
  const own = lines.slice(at, below < 0 ? undefined : at + below);
  const offset = findLine(own, new RegExp(`^\\s*["']?${method.toLowerCase()}["']?\\s*:`));
  return offset === undefined ? at : at + offset;
}

function findLine(lines: readonly string[], pattern: RegExp): number | undefined {
  const index = lines.findIndex((line) => pattern.test(line));
  return index < 0 ? undefined : index + 1;
}

const measureIndent = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;
