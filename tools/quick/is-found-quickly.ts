import type { Fault } from '../../src/demo/start-demo.js';
import { auditDemoOnce, listViolatedRules } from '../matrix/audit-demo.js';

/** Part of the demo's faults that a quick run has to find. */
export const quickPart = 0.8;

/** Most requests of a quick run of the demo without faults: in no dialect, and in those of `assay demo`. */
export const quickRequests = { plain: 930, usual: 1_210 } as const;

/** Whether a quick run of the demo finds a fault, in a seed by which its rules were not chosen. */
export async function isFoundQuickly(fault: Fault): Promise<boolean> {
  const setup = { fault, dialect: fault.dialect ?? [], seed: 3 };
  const { report } = await auditDemoOnce(setup, { isQuick: true });
  return listViolatedRules(report).some((rule) => fault.violates.includes(rule));
}
