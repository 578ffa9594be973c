import { ApiError } from "../../adapter/port/api-error.js";
import type { ServedKind } from "../../adapter/served-kinds/served-kind.js";
import type { KindEvent, WatchState } from "../../adapter/watch/types.js";
import { watchKind } from "../../adapter/watch/watch-kind.js";
import type { Cluster } from "../cluster/cluster.js";
import { CommandError } from "../errors.js";
import type { Chosen } from "./kinds.js";

export interface WatchingOptions {
  readonly cluster: Cluster;
  readonly chosen: Chosen;
  /** Absent: all. */
  readonly namespace: string | undefined;
  readonly labelSelector: string | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: KindEvent) => void;
  /** Each kind is watched, or refused. */
  readonly onAll: () => void;
}

interface Watched {
  readonly kind: ServedKind;
  state: WatchState | undefined;
  objects: number;
}

/** A kind that the server does not let us watch. */
interface Refused {
  readonly kind: ServedKind;
  readonly why: string;
}

/** How many objects more there are after an event. */
const COMES: Readonly<Record<KindEvent["type"], number>> = {
  first: 1,
  added: 1,
  modified: 0,
  relisted: 0,
  deleted: -1,
};

/** The kinds of one run, and how their watches fare. */
export class WatchedKinds {
  readonly refused: Refused[] = [];
  private readonly watched: readonly Watched[];
  private readonly begun = new Set<ServedKind>();

  constructor(private readonly options: WatchingOptions) {
    this.watched = options.chosen.kinds.map((kind) => ({ kind, state: undefined, objects: 0 }));
  }

  /**
   * Watches until the signal is aborted.
   * @throws CommandError where a kind that was named, or every kind, is refused
   */
  async run(): Promise<void> {
    await Promise.all(this.watched.map((each) => this.watch(each)));
    const [first] = this.refused;
    if (first !== undefined && this.refused.length === this.watched.length) throw this.refusal(first);
  }

  list(): { apiVersion: string; kind: string; namespace?: string; objects: number }[] {
    const isRefused = new Set(this.refused.map(({ kind }) => kind));
    return this.watched
      .filter(({ kind }) => !isRefused.has(kind))
      .map(({ kind, objects }) => {
        const namespace = this.namespaceOf(kind);
        const { apiVersion } = kind;
        return { apiVersion, kind: kind.kind, ...(namespace !== undefined && { namespace }), objects };
      });
  }

  /** The kinds that wait for the server; why the first does. */
  get waiting(): { readonly count: number; readonly why: string } | undefined {
    const states = this.watched.flatMap(({ state }) => (state?.type === "waiting" ? [state] : []));
    const [first] = states;
    return first === undefined ? undefined : { count: states.length, why: messageOf(first.error) };
  }

  /** How many kinds are being listed. */
  get listing(): number {
    return this.watched.length - this.begun.size;
  }

  private async watch(each: Watched): Promise<void> {
    const { kind } = each;
    const { cluster, labelSelector, signal, onEvent, chosen } = this.options;
    try {
      await watchKind(
        cluster.port,
        {
          apiVersion: kind.apiVersion,
          kind: kind.kind,
          namespace: this.namespaceOf(kind),
          labelSelector,
        },
        {
          signal,
          onState: (state) => this.note(each, state),
          onEvent(event) {
            each.objects += COMES[event.type];
            onEvent(event);
          },
        },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refused = { kind, why: error.message };
      this.refused.push(refused);
      if (chosen.named) throw this.refusal(refused);
      this.begin(kind);
    }
  }

  private note(each: Watched, state: WatchState): void {
    each.state = state;
    if (state.type !== "watching") return;
    this.begin(each.kind);
  }

  private begin(kind: ServedKind): void {
    const isLast = !this.begun.has(kind) && this.begun.size === this.watched.length - 1;
    this.begun.add(kind);
    if (isLast) this.options.onAll();
  }

  private namespaceOf({ namespaced }: ServedKind): string | undefined {
    return namespaced ? this.options.namespace : undefined;
  }

  private refusal({ kind: { plural, apiVersion }, why }: Refused): CommandError {
    const hint =
      this.options.namespace === undefined
        ? "It takes the verbs list and watch, here of all namespaces; -n watches one."
        : "It takes the verbs list and watch.";
    return new CommandError("not-watched", `${plural} of ${apiVersion} cannot be watched: ${why}`, hint);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
