import type { DemoFleet } from './demo-fleet.js';
import { checkFleet, countAttempts, countEnded, type FleetAuditOptions, type FleetCheck } from './fleet-checks.js';
import { startCommand, waitUntil } from './start-command.js';

/** Audits a fleet with one command that is killed in mid-run, and with the same command again. */
export async function auditEmbedded(fleet: DemoFleet, { workers, print }: FleetAuditOptions): Promise<FleetCheck[]> {
  const args = ['fleet', 'fleet.json', '--workers', String(2 * workers)];
  const first = startCommand(fleet, args, fleet.env);
  const half = Math.floor(fleet.demos.size / 2);
  await waitUntil(() => countEnded(fleet) >= half && fleet.listLeft().length > 0, first);
  first.child.kill('SIGKILL');
  const done = countEnded(fleet);
  print(`SIGKILL after ${done} results, with items on ${fleet.listLeft().length} services`);
  await first.ended;
  const second = startCommand(fleet, args, fleet.env);
  const { code, output } = await second.ended;
  print(output.split('\n').find((line) => line.includes('going on')) ?? 'did not go on');
  print(`ended with exit ${code}; ${countAttempts(fleet)}`);
  return checkFleet(fleet, code);
}
