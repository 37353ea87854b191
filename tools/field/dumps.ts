import { parseArgs } from 'node:util';
import { type Permission, permissions } from '../../src/model/permission.js';
import { auditService } from './audit-service.js';
import { type DumpMeasurement, measureDump, renderDumps } from './measure-dump.js';
import type { Mode } from './service.js';
import { fieldServices, notes } from './services.js';

/**
 * `npm run field:dumps -- [--service NAME…] [--permit PERMISSION…]`: audits the field services in each mode with each
 * permission, and compares their lists before and after with what the reports say. Exits 1 when a report is wrong.
 */
const { values } = parseArgs({
  options: {
    service: { type: 'string', multiple: true },
    permit: { type: 'string', multiple: true, default: ['reads', 'writes', 'deletes'] },
  },
});
const unknown = values.permit.find((name) => !permissions.some((permission) => permission === name));
if (unknown !== undefined) throw new Error(`no permission is called ${unknown}`);
const chosen = [...fieldServices, notes].filter(
  ({ name, isLarge }) => values.service?.includes(name) ?? isLarge !== true,
);
// json-server runs in this process and writes the stack of every body that it cannot parse.
console.error = () => {};
const dumps: DumpMeasurement[] = [];
for (const service of chosen) {
  const obstacle = service.findObstacle?.();
  if (obstacle !== undefined) process.stderr.write(`${service.name}: ${obstacle}\n`);
  else
    for (const mode of Object.keys(service.audits) as Mode[])
      for (const permit of values.permit as Permission[]) {
        process.stderr.write(`${service.name}, ${mode}, ${permit} …\n`);
        dumps.push(
          measureDump(service.name, mode, permit, await auditService(service, mode, { permit, isRecorded: true })),
        );
      }
}
process.stdout.write(`${renderDumps(dumps)}\n`);
process.exitCode = dumps.every(({ isTrue }) => isTrue) ? 0 : 1;
