import { readFileSync } from 'node:fs';
import type { Level } from '../model/level.js';
import type { Clause } from '../model/result/clause.js';

/**
 * Reads the clauses of `convention.md`: a heading `### ID · LEVEL · family`, a quoted sentence, and a list of
 * `Source`, `Why`, `Choices`, `Untested`. Throws an Error with the line for a clause that is not whole.
 */
export function readClauses(file: string): Clause[] {
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  const sections = [...text.matchAll(/^### (.+)\n([\s\S]*?)(?=^#{1,3} |(?![\s\S]))/gm)];
  return sections.map((section) => clauseOf(file, text, section));
}

function clauseOf(file: string, text: string, [, heading = '', body = '']: RegExpMatchArray): Clause {
  const [clause = '', level = '', family = ''] = heading.split('·').map((part) => part.trim());
  const sentence = [...body.matchAll(/^> (.+)$/gm)].map(([, line]) => line).join(' ');
  const source = pointOf(body, 'Source');
  const isWhole =
    /^[A-Z]+-\d+$/.test(clause) && /^(MUST|SHOULD|MAY)$/.test(level) && /^(convention|http)$/.test(family);
  if (!isWhole || !sentence || !source) {
    const line = text.slice(0, text.indexOf(heading)).split('\n').length;
    throw new Error(`${file}:${line}: clause "${heading}" is not whole`);
  }
  const choices = pointOf(body, 'Choices');
  const untested = pointOf(body, 'Untested');
  return {
    clause,
    level: level as Level,
    family: family as Clause['family'],
    sentence,
    source,
    why: pointOf(body, 'Why'),
    choices: choices === '' ? [] : [choices],
    ...(untested && { untested }),
  };
}

const pointOf = (body: string, name: string): string =>
  new RegExp(`^- ${name}: (.+(?:\\n  .+)*)`, 'm').exec(body)?.[1]?.replace(/\n\s+/g, ' ') ?? '';
