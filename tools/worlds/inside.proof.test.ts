import { withinWorlds } from '../../src/demo/worlds/inside/inside.js';
import { proveShortly } from './short-run.fixture.js';

proveShortly(withinWorlds);
