import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { stringifyYaml } from '../../profile/file/stringify-yaml.js';
import { buildGithubWorkflow } from './github-workflow.js';
import { buildKubernetesJob } from './kubernetes-job.js';
import type { ManifestInput } from './manifest.js';

const input: ManifestInput = {
  name: 'My Shop!',
  file: 'services/fleet.yaml',
  targets: ['orders', 'books', 'on'],
  variables: ['ORDERS_TOKEN'],
  workers: 2,
  image: 'registry.example.com/assay:1',
};

/** The manifest as a reader of YAML sees it. */
const read = (content: object) => parse(stringifyYaml(content), { version: '1.2' });

test('Kubernetes: an Indexed Job with one pod for each target, and credentials by name only', () => {
  const { content, notes } = buildKubernetesJob(input);
  const job = read(content);
  expect(job).toMatchObject({ apiVersion: 'batch/v1', kind: 'Job', metadata: { generateName: 'assay-my-shop-' } });
  expect(job.spec).toMatchObject({
    completionMode: 'Indexed',
    completions: 3,
    parallelism: 2,
    backoffLimitPerIndex: 2,
  });
  expect(job.spec.podFailurePolicy.rules[0]).toMatchObject({ action: 'FailIndex', onExitCodes: { values: [1, 2, 5] } });
  const { restartPolicy, containers } = job.spec.template.spec;
  expect(restartPolicy).toBe('Never');
  expect(containers[0]).toMatchObject({
    image: 'registry.example.com/assay:1',
    args: ['fleet', '/fleet/fleet.yaml', '--out', '/reports'],
  });
  expect(containers[0].env).toEqual([
    {
      name: 'ASSAY_INDEX',
      valueFrom: { fieldRef: { fieldPath: "metadata.annotations['batch.kubernetes.io/job-completion-index']" } },
    },
    { name: 'JOB_NAME', valueFrom: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/job-name']" } } },
    { name: 'ORDERS_TOKEN', valueFrom: { secretKeyRef: { name: 'assay-fleet', key: 'ORDERS_TOKEN' } } },
  ]);
  expect(notes.join('\n')).toContain('--from-literal=ORDERS_TOKEN=…');
});

test('GitHub: a matrix with one job for each target, and a report of all', () => {
  const { jobs } = read(buildGithubWorkflow(input).content);
  expect(jobs.audit.strategy).toEqual({
    'fail-fast': false,
    'max-parallel': 2,
    matrix: {
      include: [
        { index: 0, target: 'orders' },
        { index: 1, target: 'books' },
        { index: 2, target: 'on' },
      ],
    },
  });
  expect(jobs.audit.steps[2]).toEqual({
    env: { ORDERS_TOKEN: `\${{ secrets.ORDERS_TOKEN }}` },
    run: `npx --yes --package=./assay-0.1.0.tgz assay fleet services/fleet.yaml --index \${{ matrix.index }} --of 3 --out fleet-reports`,
  });
  expect(jobs.report).toMatchObject({ needs: 'audit', if: 'always()' });
});

test('GitHub: more targets than a matrix may have jobs are audited in parts', () => {
  const targets = Array.from({ length: 1_000 }, (_, index) => `t${index}`);
  const { jobs } = read(buildGithubWorkflow({ ...input, targets }).content);
  expect(jobs.audit.strategy.matrix.index).toHaveLength(256);
  expect(jobs.audit.steps[2].run).toContain('--of 256');
});
