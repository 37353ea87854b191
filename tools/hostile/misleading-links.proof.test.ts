import { law } from './rule-set.fixture.js';

law('way', 'schema', 'document', 'shown');
