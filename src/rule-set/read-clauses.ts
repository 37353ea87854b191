import { readFileSync } from 'node:fs';
import type { Clause, Level } from '../model/result/clause.js';

/**
 * Reads the clauses of `convention.md`: a heading `### ID · LEVEL · family`, a quoted sentence, and a list of `Source`,
 * `Why`, `Choices`, `Untested`, `Fix`, with a fenced block each for `Wrong` and `Right`. Throws an Error with the line of
 * an incomplete clause.
 */
export function readClauses(file: string): Clause[] {
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  const sections = [...text.matchAll(/^### (.+)\n([\s\S]*?)(?=^#{1,3} |(?![\s\S]))/gm)];
  return sections.map((section) => parseClause(file, text, section));
}

function parseClause(file: string, text: string, [, heading = '', body = '']: RegExpMatchArray): Clause {
  const [clause = '', level = '', family = ''] = heading.split('·').map((part) => part.trim());
  const sentence = [...body.matchAll(/^> (.+)$/gm)].map(([, line]) => line).join(' ');
  const source = readListPoint(body, 'Source');
  const isWhole =
    /^[A-Z]+-\d+$/.test(clause) && /^(MUST|SHOULD|MAY)$/.test(level) && /^(convention|http|document)$/.test(family);
  if (!isWhole || !sentence || !source) {
    const line = text.slice(0, text.indexOf(heading)).split('\n').length;
    throw new Error(`${file}:${line}: the clause "${heading}" is incomplete`);
  }
  const choices = readListPoint(body, 'Choices');
  const untested = readListPoint(body, 'Untested');
  const fix = readListPoint(body, 'Fix');
  const wrong = readExchanges(body, 'Wrong');
  const right = readExchanges(body, 'Right');
  return {
    clause,
    level: level as Level,
    family: family as Clause['family'],
    sentence,
    source,
    why: readListPoint(body, 'Why'),
    choices: choices === '' ? [] : [choices],
    ...(untested && { untested }),
    ...(wrong && { wrong }),
    ...(right && { right }),
    ...(fix && { fix }),
  };
}

const readListPoint = (body: string, name: string): string =>
  new RegExp(`^- ${name}: (.+(?:\\n  .+)*)`, 'm').exec(body)?.[1]?.replace(/\n\s+/g, ' ') ?? '';

/** The fenced block below a list point, without the indentation of the list. */
const readExchanges = (body: string, name: string): string =>
  (new RegExp(`^- ${name}:\\n+  \`\`\`http\\n([\\s\\S]*?)\\n  \`\`\`$`, 'm').exec(body)?.[1] ?? '').replace(
    /^ {2}/gm,
    '',
  );
