import { law } from './law.fixture.js';

law('way', 'schema', 'document', 'shown');
