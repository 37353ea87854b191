import type { DeclaredRule, NamedRule } from '../rule/rule.js';
import { readRuleFolders } from './shipped-rules.js';

// Modules of the kit that are found by their place. The bundle contains them, so it has a list in place of this file:
// see tools/bundle/main.mjs.

export const loadKitRules = (): Promise<readonly NamedRule<DeclaredRule>[]> => readRuleFolders();

/** The module that custom rules import as `assay/rule`: the same as that of the kit, or `held` would exist twice. */
export const ruleApi: URL = new URL(
  import.meta.url.endsWith('.ts') ? '../rule/index.ts' : '../rule/index.js',
  import.meta.url,
);
