import { faults, type World, worlds } from '../../src/demo/start-demo.js';
import type { Result } from '../../src/model/result/report.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { auditDemoOnce, type DemoAudit, listViolatedRules } from '../matrix/audit-demo.js';
import type { DemoSetup } from '../matrix/setup.js';
import { removeReplacedDialects } from './assign-faults.js';

/** Trials under way at once where nothing is broken, as users have it. */
const concurrency = 8;

/** One piece of the proof, small enough to be sent to another process. Without a world the circumstances are calm. */
export interface WorldJob {
  readonly world?: string;
  readonly seed: number;
  readonly dialect: readonly string[];
  readonly fault?: string;
  /** Rules to ask; all of them when left out. */
  readonly only?: readonly string[];
}

/** One result, as short as it is needed. */
export interface ShortResult extends Pick<Result, 'rule' | 'subject' | 'verdict' | 'cause' | 'why'> {
  readonly summary?: string;
}

/** What one audit in a world showed. */
export interface WorldResult {
  readonly job: WorldJob;
  readonly results: readonly ShortResult[];
  readonly remainingOrders: number;
  readonly requests: number;
  readonly ms: number;
  /** Why there was no report. */
  readonly failure?: string;
  /** Of a fault: whether all rules, or any rule, that claim it saw it, and which others were violated. */
  readonly found?: Detection;
}

/** How a fault was found. */
export interface Detection {
  readonly isWhole: boolean;
  readonly isSeen: boolean;
  readonly besides: readonly string[];
}

/** Audits the demo in a world; of a fault, only the rules that claim it and what they assume are asked. */
export async function checkWorld(job: WorldJob): Promise<WorldResult> {
  const began = performance.now();
  try {
    const audited = await auditDemoOnce(createSetup(job), await listRules(job));
    return { ...summarizeAudit(job, audited), ms: performance.now() - began };
  } catch (error) {
    const broke = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { job, results: [], remainingOrders: 0, requests: 0, ms: performance.now() - began, failure: broke };
  }
}

/** The dialects of a job in the world's own choice of them. */
const findWorld = (name: string | undefined): World | undefined => worlds.find((world) => world.name === name);

function createSetup({ world, seed, dialect, fault }: WorldJob): DemoSetup {
  const around = findWorld(world);
  const broken = faults.find(({ name }) => name === fault);
  const spoken = broken?.dialect ?? (around ? removeReplacedDialects(dialect, around) : dialect);
  return {
    seed,
    dialect: [...spoken, ...(around?.needs ?? []).filter((name) => !spoken.includes(name))],
    ...(around ? { world: [around.name] } : {}),
    ...(broken ? { fault: broken } : { concurrency }),
  };
}

async function listRules({ fault, only = [] }: WorldJob): Promise<readonly string[]> {
  const claims = faults.find(({ name }) => name === fault)?.violates;
  if (!claims) return only;
  const { rules } = await loadRuleSet();
  const asked = new Set(claims);
  for (const id of asked)
    for (const other of rules.find((rule) => rule.id === id)?.rule.assumes ?? []) asked.add(other);
  return [...asked];
}

function summarizeAudit(job: WorldJob, { report, remainingOrders }: DemoAudit): Omit<WorldResult, 'ms'> {
  const results = report.results.map(({ rule, subject, verdict, cause, why, evidence }) => ({
    ...{ rule, subject, verdict },
    ...(cause !== undefined && { cause }),
    ...(why !== undefined && { why }),
    ...(evidence && { summary: evidence.summary }),
  }));
  const claims = faults.find(({ name }) => name === job.fault)?.violates;
  const found = claims && createDetection(claims, listViolatedRules(report));
  return { job, results, remainingOrders: remainingOrders, requests: report.requests, ...(found && { found }) };
}

const createDetection = (claims: readonly string[], violated: readonly string[]): Detection => ({
  isWhole: claims.every((rule) => violated.includes(rule)),
  isSeen: claims.some((rule) => violated.includes(rule)),
  besides: violated.filter((rule) => !claims.includes(rule)),
});
