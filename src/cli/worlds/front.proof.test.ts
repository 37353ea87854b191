import { frontWorlds } from '../../proving/worlds/front.js';
import { proveShortly } from './short.fixture.js';

proveShortly(frontWorlds);
