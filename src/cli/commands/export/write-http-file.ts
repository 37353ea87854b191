import { type Assertion, type Capture, nameValue, type RegressionTest, writeTemplate } from './regression-test.js';

/** Writes an `.http` file of the JetBrains HTTP client, whose scripts are JavaScript. */
export function writeHttpFile({ title, origin, baseUrl, secrets, steps, assertions }: RegressionTest): string {
  const requests = steps.map(({ method, target, headers, content, captures }, i) => {
    const script = [
      ...captures.map(({ variable, from }) => `  client.global.set("${variable}", ${writeCapture(from)});`),
      ...(assertions.get(i) ?? []).map(
        (one) => `  client.test(${JSON.stringify(title)}, () => client.assert(${writeTest(one)}));`,
      ),
    ];
    return [
      `### ${i + 1}. ${method}`,
      ...(i === 0 ? ['< {%', '  client.global.set("unique", $random.alphanumeric(8));', '%}'] : []),
      `${method} {{base}}${writeTemplate(target)}`,
      ...headers.map(([name, value]) => `${name}: ${writeTemplate(value)}`),
      ...(content === undefined ? [] : ['', writeTemplate(content)]),
      ...(script.length === 0 ? [] : ['', '> {%', ...script, '%}']),
    ];
  });
  const named = secrets.map((name) => `# ${name} must be set in the environment of the client.`);
  const head = [...[title, ...origin].map((line) => `# ${line}`), ...named, `@base = ${baseUrl}`];
  return `${[head, ...requests].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const writeCapture = (from: Capture['from']): string =>
  from === 'location'
    ? 'response.headers.valueOf("Location").split(/[?#]/)[0].split("/").filter(Boolean).pop()'
    : writeMember(from.pointer);

/** Scripts of this client have no optional chaining everywhere, so a missing member is caught step by step. */
const writeMember = (pointer: string): string =>
  `${JSON.stringify(pointer)}.split("/").slice(1).reduce((value, token) => value == null ? null : value[token.replace(/~1/g, "/").replace(/~0/g, "~")], response.body)`;

function writeTest(assertion: Assertion): string {
  if (assertion.is === 'status') return `response.status === ${assertion.equals}`;
  if (assertion.is === 'other status') return `response.status !== ${assertion.than}`;
  if (assertion.is === 'status class')
    return `response.status >= ${assertion.from} && response.status < ${assertion.below}`;
  if (assertion.is === 'field') return `response.headers.valueOf(${JSON.stringify(assertion.name)}) !== null`;
  return `String(JSON.stringify(${writeMember(assertion.pointer)})) === String(JSON.stringify(${writeValue(assertion)}))`;
}

function writeValue({ equals }: Extract<Assertion, { is: 'member' }>): string {
  if ('variable' in equals) return `client.global.get("${equals.variable}")`;
  if ('value' in equals) return JSON.stringify(equals.value);
  const parts = equals.text.map((piece) =>
    typeof piece === 'string' ? JSON.stringify(piece) : `client.global.get("${nameValue(piece)}")`,
  );
  return parts.join(' + ');
}
