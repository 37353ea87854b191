import { law } from './rule-set.fixture.js';

law('content', 'coding', 'id', 'wait');
