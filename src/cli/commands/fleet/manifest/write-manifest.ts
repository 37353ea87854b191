import { loadFleet } from '../../../../profile/fleet/load-fleet.js';
import { listTargetVariables } from '../../../../profile/fleet/resolve-target.js';
import { buildGithubWorkflow } from './github-workflow.js';
import { buildKubernetesJob } from './kubernetes-job.js';
import type { ManifestInput } from './manifest.js';

/** Flags of `assay fleet manifest`, as commander returns them. */
export interface ManifestFlags {
  readonly as: 'kubernetes' | 'github';
  readonly image: string;
  readonly workers?: number;
}

/** Audits at the same time, where neither the flag nor the file says it. */
const defaultWorkers = 10;

/** Prints a manifest as YAML; JSON is YAML, but people read this. */
export async function printManifest(file: string, { as, image, workers }: ManifestFlags): Promise<void> {
  const fleet = loadFleet(file, process.cwd());
  const input: ManifestInput = {
    name: fleet.name,
    file,
    image,
    targets: fleet.targets.map(({ name }) => name),
    variables: [...new Set(fleet.targets.flatMap(listTargetVariables))].sort(),
    workers: workers ?? fleet.workers ?? defaultWorkers,
  };
  const manifest = as === 'kubernetes' ? buildKubernetesJob(input) : buildGithubWorkflow(input);
  const { stringifyYaml } = await import('../../../../profile/file/stringify-yaml.js');
  process.stdout.write(`${manifest.notes.map((note) => `# ${note}\n`).join('')}${stringifyYaml(manifest.content)}`);
}
