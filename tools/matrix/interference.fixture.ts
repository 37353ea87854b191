import { faults } from '../../src/demo/start-demo.js';
import { auditDemoOnce, listViolatedRules } from './audit-demo.js';

/** Faults by which a request reaches other items than its own: parallel trials disturb each other. */
export const reachingFaults: readonly string[] = [
  'repeated-delete-removes-another-order',
  'delete-removes-another-order',
  'put-writes-the-next-order-too',
  'creation-overwrites-the-newest-order',
  'get-changes-another-order',
  'get-writes-an-audit-entry-elsewhere',
];

/** Audits the demo with a fault, this many trials at a time. Returns the rules that the fault violates, and those that are violated. */
export async function auditReachingFault(name: string, seed: number, concurrency: number) {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`no fault is called ${name}`);
  const { report } = await auditDemoOnce({ fault, dialect: [], seed, concurrency });
  return { claimed: [...fault.violates].sort(), violated: listViolatedRules(report) };
}
