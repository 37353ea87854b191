import { parseArgs } from 'node:util';
import { type Permission, permissions } from '../../src/model/permission.js';
import { auditService } from './audit-service.js';
import { measureDump, renderDump, renderDumpHead } from './measure-dump.js';
import type { FieldService, Mode } from './service.js';
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
process.stdout.write(`${renderDumpHead()}\n`);
for (const service of chosen) {
  const obstacle = service.findObstacle?.();
  if (obstacle !== undefined) process.stderr.write(`${service.name}: ${obstacle}\n`);
  else
    for (const mode of Object.keys(service.audits) as Mode[])
      for (const permit of values.permit as Permission[]) await compareDumps(service, mode, permit);
}

/** A service that cannot be started or audited does not end the others. */
async function compareDumps(service: FieldService, mode: Mode, permit: Permission): Promise<void> {
  try {
    const dump = measureDump(
      service.name,
      mode,
      permit,
      await auditService(service, mode, { permit, isRecorded: true }),
    );
    process.stdout.write(`${renderDump(dump)}\n`);
    if (!dump.isTrue) process.exitCode = 1;
  } catch (reason) {
    process.stderr.write(`${service.name}, ${mode}, ${permit}: ${reason}\n`);
    process.exitCode = 1;
  }
}
