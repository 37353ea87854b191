import { main } from '../../src/cli/main.js';
import { allFaults } from '../faults/all-faults.js';

/** `npm run demo -- [flags]`: `assay demo` with all faults, also those that the package leaves out. */
process.exitCode = await main(['demo', ...process.argv.slice(2)], allFaults);
