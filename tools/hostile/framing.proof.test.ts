import { law } from './rule-set.fixture.js';

law('silence', 'framing', 'head');
