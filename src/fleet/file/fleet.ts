import type { FailOn } from '../../model/result/gate-policy.js';
import type { LoadProfileOptions } from '../../profile/load-options.js';

/** How a target is audited; paths of files are absolute. */
export interface TargetSettings
  extends Pick<LoadProfileOptions, 'permit' | 'only' | 'except' | 'openapi' | 'collections' | 'tokenEnv' | 'authFile'>,
    Pick<LoadProfileOptions, 'cases' | 'maxRequests' | 'maxSeconds' | 'rate' | 'concurrency'> {
  readonly profile?: string;
  readonly rules?: readonly string[];
  readonly baseline?: string;
  readonly failOn?: readonly FailOn[];
  readonly strict?: boolean;
  readonly seed?: number;
  /** Names of variables in the profile, and for each its name in the environment. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Who answers for a target; part of the fleet report. */
export interface TargetOwnership {
  readonly group?: string;
  readonly owner?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** One service of a fleet: settings of the defaults, of its group and of its own, merged. */
export interface FleetTarget extends TargetSettings, TargetOwnership {
  /** Unique in the fleet, also without regard to case, and safe as the name of a folder. */
  readonly name: string;
  /** With variables as in the file. */
  readonly url?: string;
  /** Where the file declares it: `fleet.yaml:12:5`. */
  readonly where: string;
  /** Identifies what the file and the profile say about the target, on every machine with the same files. */
  readonly digest: string;
}

/** A target with the tokens that lead to it in the file. */
export interface LocatedTarget {
  readonly target: FleetTarget;
  readonly tokens: readonly string[];
}

/** The content of a fleet file. */
export interface Fleet {
  readonly name: string;
  /** Absolute path of the file. */
  readonly path: string;
  readonly workers?: number;
  readonly formats?: readonly string[];
  readonly targets: readonly FleetTarget[];
}

/** A target of the file, before globs are expanded. */
export interface DeclaredTarget extends TargetSettings, TargetOwnership {
  readonly name?: string;
  readonly url?: string;
  readonly profiles?: string;
}

/** The file in the form of `fleet.schema.json`. */
export interface FleetFile {
  readonly name?: string;
  readonly workers?: number;
  readonly formats?: readonly string[];
  readonly defaults?: TargetSettings;
  readonly groups?: Readonly<Record<string, TargetSettings & TargetOwnership>>;
  readonly targets: readonly DeclaredTarget[];
}
