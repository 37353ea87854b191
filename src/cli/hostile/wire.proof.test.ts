import { law } from './law.fixture.js';

law('silence', 'framing', 'head');
