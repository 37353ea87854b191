import { carryOutJob } from './job.js';
import { serveJobs } from './worker-pool.js';

serveJobs(carryOutJob);
