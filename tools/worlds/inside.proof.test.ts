import { insideWorlds } from '../../src/demo/worlds/inside/inside.js';
import { testWorlds } from './short-run.fixture.js';

testWorlds(insideWorlds);
