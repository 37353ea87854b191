import { testHostileServices } from './rule-set.fixture.js';

testHostileServices('content', 'coding', 'id', 'wait');
