import { writeDialectProfile } from '../../src/cli/commands/demo/demo-profile.js';
import { startDemo } from '../../src/demo/start-demo.js';
import { allFaults } from '../faults/all-faults.js';
import type { StartService } from './start-service.js';

/** Starts the demo with its fault, in its dialects and worlds. */
export const startDemoService: StartService = async ({ dialect, fault, world = [], seed }, folder) => {
  const demo = await startDemo({ dialect, world, seed, faults: allFaults, ...(fault && { fault: fault.name }) });
  return {
    url: demo.url,
    file: writeDialectProfile(dialect, folder, world),
    countRemaining: demo.orders,
    close: demo.close,
  };
};
