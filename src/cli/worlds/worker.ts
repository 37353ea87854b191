import { serveJobs } from '../matrix/pool.js';
import { proveWorld } from './proof.js';

serveJobs(proveWorld);
