import type { KubeObject } from "../json.js";

export interface DecideOptions {
  /** Compares and writes status only, by the kind's status rule. Needs a live object, which may be terminating. */
  readonly subresource?: "status";
  /**
   * For the strategy `observed`, else of no account: the server's answer to our last write or dry run of the same desired object, as the
   * caller remembers it. One about an object of another uid counts as none.
   */
  readonly observed?: KubeObject | undefined;
  /** block (the default): a terminating object is left alone but for our own finalizers. write: as any other. */
  readonly terminating?: "block" | "write";
}
