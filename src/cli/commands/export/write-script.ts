import {
  type Assertion,
  type Capture,
  nameValue,
  type Piece,
  type RegressionStep,
  type RegressionTest,
} from './regression-test.js';

/** Writes a test of vitest, or of `node:test`, that uses fetch and nothing of assay. */
export function writeScript(
  { title, origin, baseUrl, secrets, steps, assertions }: RegressionTest,
  runner: 'vitest' | 'node:test',
): string {
  const imports =
    runner === 'vitest'
      ? ["import { expect, test } from 'vitest';"]
      : ["import assert from 'node:assert/strict';", "import { test } from 'node:test';"];
  const lines = [
    ...origin.map((line) => `// ${line}`),
    ...imports,
    '',
    `const baseUrl = process.env.BASE_URL ?? ${quote(baseUrl)};`,
    ...secrets.map((name) => `const ${name} = process.env.${name} ?? '';`),
    "const unique = Math.random().toString(36).slice(2, 10).padEnd(8, '0');",
    "const last = (url) => url?.split(/[?#]/)[0].split('/').filter(Boolean).at(-1);",
    'const member = (json, pointer) =>',
    "  pointer.split('/').slice(1).reduce((value, token) => value?.[token.replaceAll('~1', '/').replaceAll('~0', '~')], json) ?? null;",
    'const read = async (response) => {',
    '  const text = await response.text();',
    '  try {',
    '    return { response, json: JSON.parse(text) };',
    '  } catch {',
    '    return { response, json: undefined };',
    '  }',
    '};',
    '',
    `test(${quote(title)}, async () => {`,
    ...steps.flatMap((step, i) => writeStep(step, i + 1, assertions.get(i) ?? [], runner)),
    '});',
  ];
  return `${lines.join('\n')}\n`;
}

function writeStep(step: RegressionStep, n: number, assertions: readonly Assertion[], runner: string): string[] {
  const { method, target, headers, content, captures } = step;
  const fields = headers.map(([name, value]) => `${quote(name)}: ${writeText(value)}`);
  const parts = [
    `method: ${quote(method)}`,
    ...(fields.length > 0 ? [`headers: { ${fields.join(', ')} }`] : []),
    ...(content === undefined ? [] : [`body: ${writeText(content)}`]),
    "redirect: 'manual'",
  ];
  return [
    `  const step${n} = await read(`,
    `    await fetch(${writeText([{ variable: 'baseUrl' }, ...target])}, { ${parts.join(', ')} }),`,
    '  );',
    ...captures.map(({ variable, from }) => `  const ${variable} = ${writeCapture(from, n)};`),
    ...assertions.map((one) => `  ${runner === 'vitest' ? writeExpect(one, n) : writeAssert(one, n)}`),
  ];
}

const writeCapture = (from: Capture['from'], n: number): string =>
  from === 'location'
    ? `last(step${n}.response.headers.get('location'))`
    : `member(step${n}.json, ${quote(from.pointer)})`;

function writeExpect(assertion: Assertion, n: number): string {
  const status = `step${n}.response.status`;
  if (assertion.is === 'member')
    return `expect(member(step${n}.json, ${quote(assertion.pointer)})).toEqual(${writeValue(assertion)});`;
  if (assertion.is === 'status') return `expect(${status}).toBe(${assertion.equals});`;
  if (assertion.is === 'other status') return `expect(${status}).not.toBe(${assertion.than});`;
  if (assertion.is === 'field')
    return `expect(step${n}.response.headers.get(${quote(assertion.name)})).not.toBeNull();`;
  return `expect(${status} >= ${assertion.from} && ${status} < ${assertion.below}, \`status \${${status}}\`).toBe(true);`;
}

function writeAssert(assertion: Assertion, n: number): string {
  const status = `step${n}.response.status`;
  if (assertion.is === 'member')
    return `assert.deepEqual(member(step${n}.json, ${quote(assertion.pointer)}), ${writeValue(assertion)});`;
  if (assertion.is === 'status') return `assert.equal(${status}, ${assertion.equals});`;
  if (assertion.is === 'other status') return `assert.notEqual(${status}, ${assertion.than});`;
  if (assertion.is === 'field')
    return `assert.notEqual(step${n}.response.headers.get(${quote(assertion.name)}), null);`;
  return `assert.ok(${status} >= ${assertion.from} && ${status} < ${assertion.below}, \`status \${${status}}\`);`;
}

function writeValue({ equals }: Extract<Assertion, { is: 'member' }>): string {
  if ('variable' in equals) return equals.variable;
  return 'text' in equals ? writeText(equals.text) : JSON.stringify(equals.value);
}

/** A template literal, or a quoted text where it has no variable. */
function writeText(pieces: readonly Piece[]): string {
  if (pieces.every((piece) => typeof piece === 'string')) return quote(pieces.join(''));
  const parts = pieces.map((piece) =>
    typeof piece === 'string'
      ? piece
          .replace(/[\\`]|\$(?=\{)/g, '\\$&')
          .replaceAll('\r', '\\r')
          .replaceAll('\n', '\\n')
      : `\${${nameValue(piece)}}`,
  );
  return `\`${parts.join('')}\``;
}

const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
