import { testHostileServices } from './rule-set.fixture.js';

testHostileServices('silence', 'framing', 'head');
