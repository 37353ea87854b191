import { defineRule } from '#rule';
import { refusesWrites } from './_shared/refusal.js';

export default defineRule({ clause: 'AUTH-02', ...refusesWrites('expired') });
