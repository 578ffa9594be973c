/** A kind that a server serves, in one version. */
export interface ServedKind {
  readonly apiVersion: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Its names in paths and on the command line: `deployments`, `deployment`, `deploy`. */
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  /** `all`, and others that definitions name. */
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** What a server serves; groups in its order of precedence, of each group the preferred version first. */
export interface Served {
  readonly kinds: readonly ServedKind[];
  /** API versions that the server could not say anything of, since their own server does not answer. */
  readonly missing: readonly string[];
}
