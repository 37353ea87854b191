import { proveFlooded } from './faults.fixture.js';

proveFlooded();
