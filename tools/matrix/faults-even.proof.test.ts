import { proveEveryOther } from './faults.fixture.js';

proveEveryOther(0);
