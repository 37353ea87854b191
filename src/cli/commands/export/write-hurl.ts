import { parsePointer, readJson } from '../../../model/json.js';
import {
  type Assertion,
  type Capture,
  type Piece,
  type RegressionTest,
  uniqueVariable,
  writeTemplate,
} from './regression-test.js';

export function writeHurl({ title, origin, baseUrl, secrets, steps, assertions }: RegressionTest): string {
  const variables = [`--variable base=${baseUrl}`, `--variable ${uniqueVariable}=$(date +%s)`];
  const given = [...variables, ...secrets.map((name) => `--variable ${name}="$${name}"`)];
  const head = [...[title, ...origin].map((line) => `# ${line}`), `# hurl --test ${given.join(' ')} FILE`];
  const entries = steps.map(({ method, target, headers, content, captures }, i) => {
    const asserted = assertions.get(i) ?? [];
    const exact = asserted.find((one) => one.is === 'status');
    return [
      `${method} {{base}}${writeTemplate(target)}`,
      ...headers.map(([name, value]) => `${name}: ${writeTemplate(value)}`),
      ...(content === undefined ? [] : [writeBody(content)]),
      `HTTP ${exact?.is === 'status' ? exact.equals : '*'}`,
      ...section(
        'Captures',
        captures.map(({ variable, from }) => `${variable}: ${writeQuery(from)}`),
      ),
      ...section('Asserts', asserted.flatMap(writeAssert)),
    ];
  });
  return `${[head, ...entries].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** JSON is written as it is; other content between backticks. */
function writeBody(content: readonly Piece[]): string {
  const text = writeTemplate(content);
  return typeof readJson(text) === 'object' ? text : `\`\`\`${text}\`\`\``;
}

const section = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`[${name}]`, ...lines];

const writeQuery = (from: Capture['from']): string =>
  from === 'location' ? 'header "Location" regex "/([^/?#]+)/?(?:[?#].*)?$"' : `jsonpath ${writePath(from.pointer)}`;

const writePath = (pointer: string): string =>
  JSON.stringify(
    `$${parsePointer(pointer)
      .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `['${token.replaceAll("'", "\\'")}']`))
      .join('')}`,
  );

function writeAssert(assertion: Assertion): string[] {
  if (assertion.is === 'other status') return [`status != ${assertion.than}`];
  if (assertion.is === 'status class') return [`status >= ${assertion.from}`, `status < ${assertion.below}`];
  if (assertion.is === 'field') return [`header ${JSON.stringify(assertion.name)} exists`];
  if (assertion.is === 'status') return [];
  const query = `jsonpath ${writePath(assertion.pointer)}`;
  const { equals } = assertion;
  if ('variable' in equals) return [`${query} == {{${equals.variable}}}`];
  if ('text' in equals) return [`${query} == ${JSON.stringify(writeTemplate(equals.text))}`];
  if (equals.value === null) return [`${query} not exists`];
  return typeof equals.value === 'object' ? [] : [`${query} == ${JSON.stringify(equals.value)}`];
}
