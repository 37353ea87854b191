import { law } from './law.fixture.js';

law('content', 'coding', 'id', 'wait');
