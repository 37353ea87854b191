import { readIfPossible } from './files/source-files.js';

/** Maximum number of problems with a frame, and columns of a line. */
const maxFrames = 3;
const maxColumns = 100;

/** Adds to each problem of a profile the line that it is about, with a mark below; values that can be secret are hidden. */
export function addCodeFrames(problems: readonly string[]): string[] {
  return problems.flatMap((problem, index) => [problem, ...(index < maxFrames ? renderFrame(problem) : [])]);
}

function renderFrame(problem: string): string[] {
  const [, file = '', line = '', column = ''] = /^(.+?):(\d+):(\d+): /.exec(problem) ?? [];
  const lines = (readIfPossible(file) ?? '').split(/\r?\n/);
  const text = lines[Number(line) - 1];
  if (text === undefined || text.trim() === '') return [];
  const shown = hideValue(lines, Number(line) - 1).slice(0, maxColumns);
  const gutter = `  ${line} | `;
  const isVisible = Number(column) <= shown.length;
  return [`${gutter}${shown}`, ...(isVisible ? [`${' '.repeat(gutter.length + Number(column) - 1)}^`] : [])];
}

/** Sections of a profile whose values are never secret, unless a name says otherwise. */
const publicSections: ReadonlySet<string> = new Set(
  'permit limits rules waivers pagination dialect safety rateLimit volatile consistency resources idempotency cache errors versions'.split(
    ' ',
  ),
);
const secretName = /example|overrides|schema|body|value|token|secret|password|key|credential|auth|cookie|header/i;

/** Returns a line with its keys, and with its value only if nothing above it can hold a secret. */
function hideValue(lines: readonly string[], at: number): string {
  const text = (lines[at] ?? '').replace(/\p{Cc}/gu, ' ');
  const [, start = '', key = ''] = /^(\s*(?:- +)*"?([\w.-]+)"?\s*:)/.exec(text) ?? [];
  if (start === '') return `${/^\s*(- )*/.exec(text)?.[0] ?? ''}…`;
  const names = [...listParentKeys(lines, at), key];
  const isPublic =
    publicSections.has(names[0] ?? '') && !secretName.test([...names.slice(1), text.slice(start.length)].join(' '));
  return isPublic || text.length === start.length ? text : `${start} …`;
}

/** The keys of the sections around a line, outermost first, by their indentation. */
function listParentKeys(lines: readonly string[], at: number): string[] {
  let indent = measureIndent(lines[at] ?? '');
  const keys: string[] = [];
  for (let index = at - 1; index >= 0 && indent > 0; index -= 1) {
    const line = lines[index] ?? '';
    const [, key] = /^\s*(?:- +)*"?([\w.-]+)"?\s*:/.exec(line) ?? [];
    if (key === undefined || measureIndent(line) >= indent) continue;
    indent = measureIndent(line);
    keys.unshift(key);
  }
  return keys;
}

const measureIndent = (line: string): number => /^[\s-]*/.exec(line)?.[0].length ?? 0;
