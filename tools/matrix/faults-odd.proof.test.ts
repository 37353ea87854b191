import { testEveryOtherFault } from './faults.fixture.js';

testEveryOtherFault(1);
