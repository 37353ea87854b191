import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Yaml from 'yaml';
import { buildPointer, type Json } from '../../model/json.js';
import type { Hooks } from '../../model/profile/hooks.js';
import { formatLocation, type Problem, ProfileError } from '../../model/profile/profile-error.js';
import { shortenPath } from '../../model/values/shorten-path.js';
import { splitHooks } from './split-hooks.js';

const require = createRequire(import.meta.url);

/** Many runs have no file, so the parser is loaded when the first one is read. */
const loadYaml = (): typeof Yaml => require('yaml');

/** Whether a location refers to a key or to its value. */
export type SourcePart = 'key' | 'value';

export interface Source {
  readonly path: string;
  /** Path for messages, relative to the working directory. */
  readonly file: string;
  readonly value: Json;
  readonly hooks?: Hooks | undefined;
  /** Paths of the files that it extends, merged into its value. */
  readonly extended?: readonly string[];
  /** Creates a problem with `message`, located at the value (or key) that these tokens lead to. */
  problem(tokens: readonly string[], message: string, stand?: SourcePart): Problem;
  /** Returns the location `assay.yaml:12:5` of the value that these tokens lead to. */
  where(tokens: readonly string[]): string;
}

/** Reads a YAML or JSON file. Throws {@link ProfileError} with its first syntax error; the others only follow from it. */
export function readSource(path: string, cwd: string): Source {
  const file = shortenPath(path, cwd);
  const text = readText(path, file);
  const yaml = loadYaml();
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const [error] = document.errors;
  if (error)
    throw new ProfileError([
      { ...place(error.pos[0]), message: describeParseError(error.message, text, error.pos[0]) },
    ]);
  const locate = (tokens: readonly string[], stand: SourcePart) => place(findOffset(document, tokens, stand));
  return {
    path,
    file,
    value: convertDocument(document, file),
    problem: (tokens, message, stand = 'value') => ({ ...locate(tokens, stand), message }),
    where: (tokens) => formatLocation(locate(tokens, 'value')),
  };
}

/** The parser's message without quoted text of the file, which can contain credentials. */
function describeParseError(message: string, text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1).split('\n', 1)[0] ?? '';
  const hint = line.includes('${') ? `; put texts with \${...} in quotes within { } or [ ]` : '';
  return `cannot be parsed: ${stripQuotes(message)}${hint}`;
}

/** An undefined alias can be a password that begins with an asterisk. */
const stripQuotes = (message: string): string => message.replace(/:? ".*"/gs, '').replace(/:\s.*/s, '');

function convertDocument(document: Yaml.Document, file: string): Json {
  try {
    return (document.toJS() ?? {}) as Json;
  } catch (error) {
    const hint = '; put a text that starts with * or & in quotes';
    throw new ProfileError([{ file, message: `cannot be parsed: ${stripQuotes((error as Error).message)}${hint}` }]);
  }
}

function readText(path: string, file: string): string {
  try {
    const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
    if (!text.includes('\0')) return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message =
      code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'is a folder, not a file' : `cannot be read (${code})`;
    throw new ProfileError([{ file, message }]);
  }
  throw new ProfileError([
    { file, message: 'is no text in UTF-8; is it the right file? If it is in UTF-16, save it as UTF-8' },
  ]);
}

function findOffset(document: Yaml.Document, tokens: readonly string[], stand: SourcePart): number {
  let node: unknown = document.contents;
  let offset = getStart(node) ?? 0;
  for (const [index, token] of tokens.entries()) {
    const step = findChild(document, node, token);
    if (step === undefined) return offset;
    node = step.value;
    const isLast = index === tokens.length - 1;
    offset = (isLast && stand === 'key' ? step.key : getStart(node)) ?? step.key ?? offset;
  }
  return offset;
}

function findChild(document: Yaml.Document, node: unknown, token: string) {
  const { isAlias, isMap, isScalar, isSeq } = loadYaml();
  const here = isAlias(node) ? node.resolve(document) : node;
  if (isSeq(here)) return { key: undefined, value: here.items[Number(token)] };
  if (!isMap(here)) return undefined;
  const pair = here.items.find(({ key }) => String(isScalar(key) ? key.value : key) === token);
  return pair && { key: getStart(pair.key), value: pair.value };
}

const getStart = (node: unknown): number | undefined => (loadYaml().isNode(node) ? node.range?.[0] : undefined);

const inlineName = 'profile';

/** Creates a source for a profile given as a value: locations are JSON Pointers, and files are relative to `cwd`. */
export function createInlineSource(value: object, cwd: string): Source {
  const at = (tokens: readonly string[]) => ({
    file: tokens.length === 0 ? inlineName : `${inlineName} ${buildPointer(tokens)}`,
  });
  const { rest, hooks, problem } = splitHooks(value);
  if (problem !== undefined) throw new ProfileError([{ file: inlineName, message: problem }]);
  return {
    path: join(cwd, inlineName),
    file: inlineName,
    hooks,
    // Removes what JSON cannot contain, such as undefined members.
    value: JSON.parse(JSON.stringify(rest)) as Json,
    problem: (tokens, message) => ({ ...at(tokens), message }),
    where: (tokens) => formatLocation(at(tokens)),
  };
}
