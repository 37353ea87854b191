import { stringifyYaml } from '../../profile/file/stringify-yaml.js';
import { loadFleet } from '../file/load-fleet.js';
import { listTargetVariables } from '../file/resolve-target.js';
import { buildGithubWorkflow } from './github-workflow.js';
import { buildKubernetesJob } from './kubernetes-job.js';
import type { ManifestInput } from './manifest.js';

export interface ManifestOptions {
  readonly as: 'kubernetes' | 'github';
  readonly image: string;
  readonly workers?: number;
}

/** Audits at the same time, where neither the flag nor the file says it. */
const defaultWorkers = 10;

/** Renders a manifest as YAML; JSON is YAML, but people read this. Throws ProfileError if the file is none of a fleet. */
export function renderManifest(file: string, { as, image, workers }: ManifestOptions): string {
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
  return `${manifest.notes.map((note) => `# ${note}\n`).join('')}${stringifyYaml(manifest.content)}`;
}
