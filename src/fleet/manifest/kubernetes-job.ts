import { basename } from 'node:path';
import type { Manifest, ManifestInput } from './manifest.js';

const names = { files: 'assay-fleet', secret: 'assay-fleet', reports: 'assay-reports' } as const;

/** Exit codes with which a second attempt has the same result: failed, wrong usage. */
const finalExits = [1, 2, 5];

/** An Indexed Job: one pod for each target, restarted by the control plane. Credentials come from a Secret. */
export function buildKubernetesJob({ name, file, image, targets, variables, workers }: ManifestInput): Manifest {
  return {
    notes: [
      `kubectl create configmap ${names.files} --from-file=FOLDER   # ${basename(file)} and the files that it names, in one folder`,
      ...(variables.length > 0
        ? [
            `kubectl create secret generic ${names.secret} ${variables.map((one) => `--from-literal=${one}=…`).join(' ')}`,
          ]
        : []),
      `A PersistentVolumeClaim ${names.reports} (ReadWriteMany) keeps the reports, in a folder for each Job.`,
      'kubectl create -f THIS-FILE; then, where the volume is mounted: assay fleet report FOLDER',
    ],
    content: {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { generateName: `assay-${toLabel(name)}-`, labels },
      spec: {
        completionMode: 'Indexed',
        completions: targets.length,
        parallelism: Math.min(workers, targets.length),
        backoffLimitPerIndex: 2,
        podFailurePolicy: {
          rules: [
            { action: 'FailIndex', onExitCodes: { containerName: 'assay', operator: 'In', values: finalExits } },
            { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
          ],
        },
        template: { metadata: { labels }, spec: buildPod(image, basename(file), variables) },
      },
    },
  };
}

const labels = { 'app.kubernetes.io/name': 'assay' };

const fromMetadata = (fieldPath: string) => ({ valueFrom: { fieldRef: { fieldPath } } });

function buildPod(image: string, file: string, variables: readonly string[]): object {
  return {
    restartPolicy: 'Never',
    // Time to remove what an audit created.
    terminationGracePeriodSeconds: 120,
    automountServiceAccountToken: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: 'assay',
        image,
        args: ['fleet', `/fleet/${file}`, '--out', '/reports'],
        env: [
          { name: 'ASSAY_INDEX', ...fromMetadata("metadata.annotations['batch.kubernetes.io/job-completion-index']") },
          { name: 'JOB_NAME', ...fromMetadata("metadata.labels['batch.kubernetes.io/job-name']") },
          ...variables.map((name) => ({
            name,
            valueFrom: { secretKeyRef: { name: names.secret, key: name } },
          })),
        ],
        resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '512Mi' } },
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        volumeMounts: [
          { name: 'fleet', mountPath: '/fleet', readOnly: true },
          { name: 'reports', mountPath: '/reports', subPathExpr: '$(JOB_NAME)' },
        ],
      },
    ],
    volumes: [
      { name: 'fleet', configMap: { name: names.files } },
      { name: 'reports', persistentVolumeClaim: { claimName: names.reports } },
    ],
  };
}

/** A name that Kubernetes accepts: letters, digits and hyphens. */
const toLabel = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40) || 'fleet';
