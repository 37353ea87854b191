import { defineRule } from '#rule';
import { refusesReads } from './_shared/refusal.js';

export default defineRule({ clause: 'AUTH-02', ...refusesReads('invalid') });
