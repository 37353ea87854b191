import { serveJobs } from '../matrix/worker-pool.js';
import { checkWorld } from './check-world.js';

serveJobs(checkWorld);
