import { outsideWorlds } from '../../src/demo/worlds/outside.js';
import { testWorlds } from './short-run.fixture.js';

testWorlds(outsideWorlds);
