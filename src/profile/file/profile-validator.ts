import type { ValidateFunction } from 'ajv/dist/2020.js';
import { compileSchema } from './compile-schema.js';

/** Validates a profile. In the bundle this module contains the compiled validator: see `tools/bundle/main.mjs`. */
export const getProfileValidator = (): ValidateFunction => compileSchema({ $ref: 'profile' });
