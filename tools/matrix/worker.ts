import { runJob } from './job.js';
import { serveJobs } from './worker-pool.js';

serveJobs(runJob);
