import { testHostileServices } from './rule-set.fixture.js';

testHostileServices('way', 'schema', 'document', 'shown');
