import { frontWorlds } from '../../demo/worlds/outside.js';
import { proveShortly } from './short.fixture.js';

proveShortly(frontWorlds);
