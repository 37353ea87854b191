import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { sampleReports, troubled } from '../../../test/report-samples/samples.js';
import { findControlCodes } from '../../../test/support/control-characters.js';
import { render } from '../render.js';

type Node = Record<string, unknown>;
type Schema = Node & { $defs: Record<string, Node> };

const schema = JSON.parse(readFileSync(new URL('report.schema.json', import.meta.url), 'utf8')) as Schema;
const isTime = (text: string) => !Number.isNaN(Date.parse(text)) && /^\d{4}-\d\d-\d\dT.*Z$/.test(text);
const validate = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  formats: { 'date-time': isTime },
});
const accepts = validate.compile(schema);

const written = (report = troubled) => JSON.parse(render(report, 'json')) as Node;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

test.each(Object.entries(sampleReports))('%s: matches the schema', (_, report) => {
  accepts(written(report));
  expect(accepts.errors ?? []).toEqual([]);
});

test('is indented with two blanks, with the member complete at the end', () => {
  const { complete, ...rest } = troubled;
  const text = render({ complete, ...rest }, 'json');
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(troubled)));
  expect(text).toContain('\n  "seed": 42,\n');
  expect(text.endsWith('\n  "complete": true\n}\n')).toBe(true);
});

/** A schema node with its references followed. */
function resolved(node: Node): Node {
  const name = typeof node.$ref === 'string' ? node.$ref.replace('#/$defs/', '') : undefined;
  return name === undefined ? node : (schema.$defs[name] ?? {});
}

interface Spot {
  readonly path: string;
  readonly value: Node;
  readonly closed: Node;
}

/** Every object of a document that the schema closes, with the schema that closes it. */
function spots(value: unknown, given: Node, path = ''): Spot[] {
  const node = resolved(given);
  if (Array.isArray(value)) return value.flatMap((each, i) => spots(each, (node.items ?? {}) as Node, `${path}/${i}`));
  if (!isNode(value) || !isNode(node.properties)) return [];
  const below = Object.entries(node.properties).flatMap(([name, next]) =>
    spots(value[name], next as Node, `${path}/${name}`),
  );
  return [{ path, value, closed: node }, ...below];
}

/** A change to one spot of a fresh copy, then the schema's opinion of the copy. */
function isAcceptedAfter(path: string, damage: (value: Node) => void): boolean {
  const copy = written();
  const spot = spots(copy, schema).find((each) => each.path === path);
  expect(spot).toBeDefined();
  if (spot) damage(spot.value);
  return accepts(copy);
}

test('refuses a report that lacks any required member, wherever it is', () => {
  const all = spots(written(), schema).flatMap(({ path, closed }) =>
    (closed.required as string[]).map((name) => [path, name] as const),
  );
  expect(all.length).toBeGreaterThan(100);
  const accepted = all.filter(([path, name]) => isAcceptedAfter(path, (value) => delete value[name]));
  expect(accepted).toEqual([]);
});

test('refuses an unknown member, wherever it is', () => {
  const all = spots(written(), schema);
  const accepted = all.filter(({ path }) => isAcceptedAfter(path, (value) => Object.assign(value, { stray: 1 })));
  expect(accepted.map(({ path }) => path)).toEqual([]);
});

test('refuses a member of the wrong type, everywhere', () => {
  const isFree = (node: Node) => Object.keys(resolved(node)).every((key) => key === 'description');
  const all = spots(written(), schema).flatMap(({ path, value, closed }) =>
    Object.entries(closed.properties as Record<string, Node>)
      .filter(([name, node]) => name in value && !isFree(node))
      .map(([name]) => [path, name] as const),
  );
  const accepted = all.filter(([path, name]) =>
    isAcceptedAfter(path, (value) => Object.assign(value, { [name]: null })),
  );
  expect(accepted).toEqual([]);
});

test.each<[string, string, Node]>([
  ['a seventh word', '/results/0', { verdict: 'passed' }],
  ['a cause of no kind', '/results/0', { cause: 'because' }],
  ['an assumption without a rule', '/results/0', { cause: 'assumption:' }],
  ['an exit code of no meaning', '/gate', { exit: 6 }],
  ['half a case', '/results/0', { cases: 0.5 }],
  ['a start that is no time', '', { startedAt: 'yesterday' }],
  ['another schema', '', { schema: 'https://assay.dev/schemas/report-2.json' }],
  ['a report that was cut off', '', { complete: false }],
])('refuses %s', (_, path, change) => {
  expect(isAcceptedAfter(path, (value) => Object.assign(value, change))).toBe(false);
});

test('the samples have every member of the schema', () => {
  const shown = new Map<Node, Set<string>>();
  for (const report of Object.values(sampleReports)) {
    for (const { value, closed } of spots(written(report), schema)) {
      shown.set(closed, new Set([...(shown.get(closed) ?? []), ...Object.keys(value)]));
    }
  }
  const missing = [...shown].flatMap(([node, names]) =>
    Object.keys(node.properties as Node).filter((name) => !names.has(name)),
  );
  expect(missing).toEqual([]);
});

/** Every node of the schema with the path to it. */
function nodesBelow(node: unknown, path = ''): [string, Node][] {
  if (!isNode(node)) return [];
  return [[path, node], ...Object.entries(node).flatMap(([name, below]) => nodesBelow(below, `${path}/${name}`))];
}

test('describes every field and closes every object but the free-form ones', () => {
  const objects = nodesBelow(schema).filter(([, node]) => isNode(node.properties));
  const open = objects.filter(([, node]) => node.additionalProperties !== false || !Array.isArray(node.required));
  const fields = objects.flatMap(([path, node]) =>
    nodesBelow(node.properties, path).filter(([at]) => at.split('/').length === path.split('/').length + 1),
  );
  expect(objects.length).toBeGreaterThan(10);
  expect(open.map(([path]) => path)).toEqual([]);
  expect(fields.filter(([, field]) => typeof field.description !== 'string').map(([path]) => path)).toEqual([]);
});

test('escapes control characters without loss', () => {
  const summary = 'a\u202eb\u009bc\u2028d\u{e0001}e\u007f\u001b';
  const told = { ...troubled, target: { ...troubled.target, name: summary } };
  const text = render(told, 'json');
  expect(findControlCodes(text)).toEqual([]);
  expect(text).not.toMatch(/\p{Cf}/u);
  expect(JSON.parse(text).target.name).toBe(summary);
});
