import { writeSync } from 'node:fs';

// Loaded before the command line by `--import`: tells the greatest size of its own process, in kilobytes, on a pipe of its own.
process.once('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
