import type { Result } from '../../src/model/result/report.js';
import { allFaults } from '../faults/all-faults.js';
import { auditDemoOnce } from '../matrix/audit-demo.js';
import type { WorldTask } from './world-task.js';

/** Trials under way at once where the service is correct, as users have it. */
const concurrency = 8;

/** What an audit in a world showed. */
export interface WorldCheck {
  readonly results: readonly Result[];
  readonly remainingOrders: number;
}

/** Audits the demo in a world. Throws what the audit throws. */
export async function checkWorld({ world, seed, dialect, fault: name, only }: WorldTask): Promise<WorldCheck> {
  const fault = allFaults.find((one) => one.name === name);
  const setup = {
    seed,
    dialect,
    ...(world !== undefined && { world: [world] }),
    ...(fault ? { fault } : { concurrency }),
  };
  const { report, remainingOrders } = await auditDemoOnce(setup, { only });
  return { results: report.results, remainingOrders };
}
