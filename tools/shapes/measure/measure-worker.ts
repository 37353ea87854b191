import { installSteadyClock } from '../../../test/support/install-steady-clock.js';
import { serveJobs } from '../../proof/workers/serve-jobs.js';
import { measureDesign } from './measure-design.js';

installSteadyClock();
serveJobs(measureDesign);
