import { proveGenerator } from './corpus.fixture.js';

proveGenerator(10);
