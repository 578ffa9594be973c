import { loadEngine } from "../../../src/cli/load-engine.js";
import { Interruption } from "../../../src/cli/shell.js";
import type { WatchDocument } from "../../../src/cli/watch/document.js";
import type { AnswerBody } from "../../../tools/cluster/types.d.ts";
import { cli, folder, type Outcome } from "../../unit/cli/helper.js";
import { Seeing } from "../../unit/cli/watch/seeing.js";
import { kubeconfig } from "./helper.js";

/** A `churngate watch` at work. */
export interface Watching {
  /** Resolves once it has taken this version of the object. */
  seen(object: AnswerBody): Promise<void>;
  /** Interrupts it, as Ctrl-C does. */
  end(): Promise<Outcome>;
  /** The same, with what it printed by -o json. */
  document(): Promise<WatchDocument>;
}

/** Starts it beside the shared API server; resolves once that many kinds are watched. */
export async function startWatch(words: readonly string[], kinds: number): Promise<Watching> {
  const interruption = new AbortController();
  const cwd = folder({ "home/.kube/config": kubeconfig() });
  const seeing = new Seeing();
  const outcome = cli(["watch", ...words], {
    cwd,
    env: { HOME: `${cwd}/home` },
    signal: interruption.signal,
    factory: loadEngine,
    cluster: seeing.connect,
  });
  const ended = outcome.then(({ code, err }) => {
    if (seeing.opened < kinds) throw new Error(`it ended with ${code}: ${err}`);
  });
  await Promise.race([seeing.isOpen(kinds), ended]);
  const end = async (): Promise<Outcome> => {
    interruption.abort(new Interruption(130));
    return outcome;
  };
  return {
    seen: ({ kind, metadata: { name, resourceVersion } }) =>
      seeing.has(kind, String(name), String(resourceVersion)),
    end,
    document: async () => JSON.parse((await end()).out) as WatchDocument,
  };
}
