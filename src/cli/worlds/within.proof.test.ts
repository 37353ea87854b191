import { withinWorlds } from '../../demo/worlds/inside/inside.js';
import { proveShortly } from './short.fixture.js';

proveShortly(withinWorlds);
