import { readKitVersion } from '../../audit/kit-version.js';
import type { Manifest, ManifestInput } from './manifest.js';

const install = [{ uses: 'actions/checkout@v5' }, { uses: 'actions/setup-node@v5', with: { 'node-version': '22' } }];

/** The package has no name of its own in a registry, so it is installed from its file. */
const command = `npx --yes --package=./assay-${readKitVersion()}.tgz assay`;

const maxJobs = 256;

/** A workflow with a matrix job for each target, or for each part of a larger fleet, and a job that reports on all. */
export function buildGithubWorkflow({ name, file, targets, variables, workers }: ManifestInput): Manifest {
  const parts = Math.min(targets.length, maxJobs);
  const isSingle = parts === targets.length;
  const env = Object.fromEntries(variables.map((variable) => [variable, `\${{ secrets.${variable} }}`]));
  return {
    notes: [
      'Written by assay fleet manifest --as github; print it again when targets were added or removed.',
      `The root of the repository needs assay-${readKitVersion()}.tgz, which npm pack writes in a checkout of assay.`,
      ...(variables.length > 0 ? [`Secrets of the repository: ${variables.join(', ')}`] : []),
    ],
    content: {
      name: `audit ${name}`,
      on: { workflow_dispatch: {}, schedule: [{ cron: '23 3 * * *' }] },
      permissions: { contents: 'read' },
      jobs: {
        audit: {
          name: isSingle ? `\${{ matrix.target }}` : `part \${{ matrix.index }}`,
          'runs-on': 'ubuntu-latest',
          strategy: {
            'fail-fast': false,
            'max-parallel': workers,
            matrix: isSingle
              ? { include: targets.map((target, index) => ({ index, target })) }
              : { index: Array.from({ length: parts }, (_, index) => index) },
          },
          steps: [
            ...install,
            {
              ...(variables.length > 0 && { env }),
              run: `${command} fleet ${quote(file)} --index \${{ matrix.index }} --of ${parts} --out fleet-reports`,
            },
            {
              if: 'always()',
              uses: 'actions/upload-artifact@v4',
              with: { name: `fleet-\${{ matrix.index }}`, path: 'fleet-reports', 'include-hidden-files': true },
            },
          ],
        },
        report: reportJob,
      },
    },
  };
}

/** Reports on all targets, also where audits failed. */
const reportJob = {
  needs: 'audit',
  if: 'always()',
  'runs-on': 'ubuntu-latest',
  steps: [
    ...install,
    { uses: 'actions/download-artifact@v5', with: { pattern: 'fleet-*', path: 'fleet-reports' } },
    { run: `${command} fleet report fleet-reports` },
    { if: 'always()', run: 'cat fleet-reports/fleet.md >> "$GITHUB_STEP_SUMMARY"' },
    {
      if: 'always()',
      uses: 'actions/upload-artifact@v4',
      with: { name: 'fleet', path: 'fleet-reports', 'include-hidden-files': true },
    },
  ],
};

/** Quotes a path for a shell. */
const quote = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
