import { carryOutJob } from './job.js';
import { serveJobs } from './pool.js';

serveJobs(carryOutJob);
