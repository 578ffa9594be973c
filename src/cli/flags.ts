/** What options and churngate.json may say; an option wins. */
export interface Flags {
  readonly rules?: readonly string[];
  readonly bundled?: boolean;
  readonly mode?: string;
  readonly fieldManager?: string;
  readonly namespace?: string;
  readonly recursive?: boolean;
  readonly output?: string;
  readonly color?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly force?: boolean;
  readonly concurrency?: string | number;
  readonly timeout?: string;
}
