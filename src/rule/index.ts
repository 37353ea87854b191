/**
 * The public API for rule authors: everything that a rule file may use, and nothing else. What a rule is made of is
 * exported by name, and the functions by their purpose: `needs`, `values`, `compare` and `http`.
 */

export type { Exchange } from '../model/exchange.js';
export type { Json, JsonObject } from '../model/json.js';
export type { Caller } from '../model/service/caller.js';
export type { Action, Collection } from '../model/service/subject.js';
export type { TrafficExchange } from '../model/traffic-exchange.js';
export * as compare from './compare/index.js';
export { assume, type Finding, held, heldWithNote, inconclusive, violated } from './finding.js';
export * as http from './http/index.js';
export type { Creation, Item, Items } from './items.js';
export { defineMonitor, type Traffic } from './monitor.js';
export * as needs from './needs/index.js';
export { definePassiveRule } from './passive-rule.js';
export { defineRule } from './rule.js';
export type { JudgingTools, Tools } from './tools.js';
export * as values from './values/index.js';
