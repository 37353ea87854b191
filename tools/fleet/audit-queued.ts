import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoFleet } from './demo-fleet.js';
import { checkFleet, countAttempts, countEnded, type FleetAuditOptions, type FleetCheck } from './fleet-checks.js';
import { startCommand, waitUntil } from './start-command.js';
import { startRedis } from './start-redis.js';

/** Audits a fleet with two workers over Redis: one is killed in mid-run, and Redis is restarted. */
export async function auditQueued(
  fleet: DemoFleet,
  { folder, workers, print }: FleetAuditOptions,
): Promise<FleetCheck[]> {
  const data = join(folder, 'redis');
  mkdirSync(data);
  const redis = await startRedis(data, 'redis-pass-5Kd8');
  const queue = { ASSAY_QUEUE: redis.url };
  const args = ['worker', 'fleet.json', '--workers', String(workers), '--lease', '10s'];
  const [first, second] = [1, 2].map(() => startCommand(fleet, args, { ...fleet.env, ...queue }));
  try {
    if (first === undefined || second === undefined) throw new Error('no worker was started');
    // The process that adds the jobs has no credential.
    const adding = startCommand(fleet, ['fleet', 'fleet.json'], queue);
    const third = Math.floor(fleet.demos.size / 3);
    await waitUntil(() => countEnded(fleet) >= third && fleet.listLeft().length > 0, adding);
    first.child.kill('SIGKILL');
    print(
      `SIGKILL of one worker after ${countEnded(fleet)} results, with items on ${fleet.listLeft().length} services`,
    );
    await waitUntil(() => countEnded(fleet) >= 2 * third, adding);
    await redis.restart();
    print(`Redis was restarted after ${countEnded(fleet)} results`);
    const { code, output } = await adding.ended;
    print(`ended with exit ${code}; ${countAttempts(fleet)}`);
    if (code !== 1) process.stdout.write(output.slice(-2_000));
    const dump = redis.dump();
    const found = [...fleet.secrets, redis.password, 'http://127'].filter((secret) => dump.includes(secret));
    const jobs = [...fleet.demos.keys()].filter((name) => dump.includes(name));
    print(`searched ${dump.length} octets of Redis, which name ${jobs.length} targets`);
    return [
      ...checkFleet(fleet, code),
      { name: 'targets that Redis names', expected: fleet.demos.size, actual: jobs.length },
      { name: 'secrets and addresses in the files of Redis', expected: 0, actual: found.length },
    ];
  } finally {
    first?.child.kill('SIGKILL');
    second?.child.kill('SIGTERM');
    await second?.ended;
    await redis.close();
  }
}
