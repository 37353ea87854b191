import { expect, test } from 'vitest';
import { type Behavior, serveOrders } from '../run/orders-of-others.fixture.js';
import { createTestFolder, runAssay } from './assay.fixture.js';

/** What the document describes and the plan leaves out by itself, and what the user excludes. */
const leftOut = [
  /^DELETE \/orders$/,
  /^POST \/orders\/[^/]+$/,
  /^PATCH \/orders\/[^/]+$/,
  /^\w+ \/orders\/[^/]+\/approval$/,
];
const exclude = ['--exclude', 'PATCH /orders/*', '--exclude', '/orders/*/approval'];

const kinds: readonly (readonly [string, readonly (readonly string[])[]])[] = [
  ['a run', [['run', '--cases', '1', '--except', 'pagination/*']]],
  ['a quick run', [['run', '--quick']]],
  ['a run that only reads', [['run', '--permit', 'reads']]],
  ['a run that removes nothing', [['run', '--permit', 'writes', '--only', 'validation/*', 'operations/*']]],
  ['a shard', [['run', '--shard', '1/4', '--seed', '1', '--cases', '1', '--except', 'pagination/*']]],
  ['a plan', [['run', '--plan']]],
  ['init', [['init', '--out', 'assay.yaml']]],
  [
    'a replay, and clean',
    [
      ['run', '--only', 'absence/delete-of-a-missing-item-answers-404', '--min-rules', '1'],
      ['replay', 'reports/report.json', '1'],
      ['clean', 'reports'],
    ],
  ],
];

/** A violation to be replayed: DELETE of what was never there fails. */
const failMissing: Behavior['before'] = ({ method, path }, { orders }) =>
  method === 'DELETE' && !orders.has(path.split('/')[2] ?? '') ? 500 : undefined;

test.each(kinds)(
  '%s sends no operation that the plan leaves out',
  async (kind, commands) => {
    const service = await serveOrders(kind.startsWith('a replay') ? { before: failMissing } : {});
    const cwd = createTestFolder();
    for (const [name = '', ...args] of commands) {
      const isRun = name === 'run' || name === 'init';
      const flags = isRun ? [service.baseUrl, '--openapi', `${service.baseUrl}/openapi.json`] : [];
      const { code, stderr } = await runAssay(cwd, [name, ...flags, ...(name === 'run' ? exclude : []), ...args]);
      expect([[0, 1, 5].includes(code ?? 2), stderr]).toEqual([true, expect.not.stringContaining('error:')]);
    }
    expect(service.asked.length).toBeGreaterThan(3);
    const sent = service.asked.map((request) => request.split('?')[0] ?? '');
    expect(sent.filter((request) => leftOut.some((pattern) => pattern.test(request)))).toEqual([]);
  },
  180_000,
);
