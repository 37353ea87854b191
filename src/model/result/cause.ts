/** Why a trial could not be decided; `assumption:<rule>` names the violated rule. */
export type Cause =
  | 'setup'
  | 'no-usable-case'
  | 'not-reproduced'
  | 'no-answer'
  | 'budget'
  | 'noise'
  | 'refused'
  | `assumption:${string}`;
