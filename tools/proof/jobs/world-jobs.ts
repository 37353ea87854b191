import { type World, worlds } from '../../../src/demo/start-demo.js';
import type { NamedRule } from '../../../src/rule/rule.js';
import { allFaults } from '../../faults/all-faults.js';
import { baselineRules } from '../../matrix/baseline-rules.js';
import { assignDialects, assignFaults } from '../../worlds/assign-faults.js';
import { onceHiddenFaults } from '../../worlds/once-hidden-faults.js';
import { planCorrectAudit, planFaultAudit } from '../../worlds/plan-world.js';
import { twoMomentRules } from '../../worlds/two-moment-rules.js';
import type { WorldTask } from '../../worlds/world-task.js';
import type { WorldJobTask } from '../workers/worlds-worker.js';
import type { ProofJob } from './job.js';

/** In each world and seed a correct service and the faults of the seed, with all rules; in short a correct service, with the rules that a world misleads most easily. Faults that a world once hid are always among them. */
export function listWorldJobs(rules: readonly NamedRule[], seeds: readonly number[], isShort: boolean): ProofJob[] {
  const correct = seeds.flatMap((seed) => worlds.map((world) => createCorrectJob(world, seed, isShort)));
  const assigned = seeds.flatMap((seed) => worlds.flatMap((world) => createFaultJobs(world, seed, rules)));
  const hidden = onceHiddenFaults.map((pair) => createHiddenFaultJob(pair, rules));
  return isShort ? [createCalmJob(), ...correct, ...hidden] : [...correct, ...assigned, ...hidden];
}

/** All that a world must not mislead is held where the circumstances are calm. */
function createCalmJob(): ProofJob {
  const audit: WorldTask = { seed: 1, dialect: ['order-parts'], only: twoMomentRules };
  return createJob('worlds/calm/seed-1', { expects: 'all-held', audit });
}

function createCorrectJob(world: World, seed: number, isShort: boolean): ProofJob {
  const only = isShort ? twoMomentRules : [];
  const dialect = assignDialects(seed);
  return createJob(`worlds/${world.name}/seed-${seed}`, {
    expects: 'no-violation',
    mayEnd: world.isEnding === true,
    audit: planCorrectAudit(world, seed, dialect, only),
    calm: { seed, dialect, only },
  });
}

const createFaultJobs = (world: World, seed: number, rules: readonly NamedRule[]): ProofJob[] =>
  assignFaults(seed, world).map((fault) => ({
    ...createJob(`worlds/${world.name}/seed-${seed}/${fault.name}`, {
      expects: 'found',
      audit: planFaultAudit(world, seed, { fault, dialect: assignDialects(seed), rules }),
    }),
    world: world.name,
  }));

function createHiddenFaultJob(
  [worldName, faultName]: readonly [string, string],
  rules: readonly NamedRule[],
): ProofJob {
  const world = worlds.find(({ name }) => name === worldName);
  const fault = allFaults.find(({ name }) => name === faultName);
  if (!world || !fault) throw new Error(`there is no fault ${faultName} in a world ${worldName}`);
  return createJob(`worlds/${worldName}/once-hidden/${faultName}`, {
    expects: 'exactly-found',
    audit: planFaultAudit(world, 1, { fault, dialect: [], rules }),
  });
}

function createJob(name: string, task: WorldJobTask): ProofJob {
  const { world, fault, dialect, only } = task.audit;
  const names = [world, fault, ...dialect, ...(task.calm?.dialect ?? [])];
  const isChange = allFaults.some((one) => one.name === fault && one.isChange);
  return {
    name,
    kind: 'worlds' as const,
    task,
    dependencies: {
      names: names.filter((one) => one !== undefined),
      ...(only.length > 0 && { rules: isChange ? [...only, ...baselineRules] : only }),
    },
  };
}
