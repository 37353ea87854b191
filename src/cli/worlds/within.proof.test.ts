import { withinWorlds } from '../../proving/worlds/within/index.js';
import { proveShortly } from './short.fixture.js';

proveShortly(withinWorlds);
