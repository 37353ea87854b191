import { register } from 'node:module';
import { groupEdits, loadFaults, locateService } from './load-faults.mjs';

/**
 * `node field/faulty/run.mjs SERVICE [FAULT]`: starts the service in `field/SERVICE` with one fault, or as it is. The edits of
 * the fault are applied while its modules are loaded, so no file changes.
 */
const [service, name] = process.argv.slice(2);
if (name !== undefined) {
  const fault = (await loadFaults(service)).find((one) => one.name === name);
  if (fault === undefined) throw new Error(`${service} has no fault ${name}`);
  register('./hooks.mjs', import.meta.url, { data: groupEdits(service, fault) });
}
await import(new URL('serve.mjs', locateService(service)));
