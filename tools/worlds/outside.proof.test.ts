import { frontWorlds } from '../../src/demo/worlds/outside.js';
import { proveShortly } from './short-run.fixture.js';

proveShortly(frontWorlds);
