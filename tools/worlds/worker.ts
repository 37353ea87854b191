import { serveJobs } from '../matrix/worker-pool.js';
import { proveWorld } from './check-world.js';

serveJobs(proveWorld);
