import { testFloodFaults } from './faults.fixture.js';

testFloodFaults();
