import type { FactSource } from "../../core/facts.js";
import { bundledFacts } from "../../rules/facts.js";
import type { ClusterPort } from "../port/port.js";
import { isLog, watchLog } from "./log.js";
import { recordWrites } from "./record-writes.js";
import { isWrite, type RecordedPort, type SentRequest } from "./requests.js";
import { teller } from "./told.js";

export interface SettleOptions {
  /** What the controller writes through: a memory port, a recorded one, or any other, which is then recorded. */
  readonly port: ClusterPort;
  /** Passes that may write before none may; 1 unless given. A controller that waits for its own writes may need more. */
  readonly warmUp?: number;
  /** Passes that must write nothing; 1 unless given. */
  readonly passes?: number;
  /** Kinds to name fields by; the bundled facts unless given. */
  readonly facts?: FactSource;
}

/** A request without the objects, which may hold secrets: a test's output shows all that an error has. */
export type UnsettledRequest = Pick<SentRequest, "verb" | "ref" | "subresource" | "changed">;

/** A reconcile that wrote where it had nothing to write. */
export class UnsettledError extends Error {
  override readonly name = "AssertionError";
  readonly code = "ERR_ASSERTION";

  constructor(
    message: string,
    /** The pass, counted from 1, the first one of the warm-up. */
    readonly pass: number,
    readonly requests: readonly UnsettledRequest[],
  ) {
    super(message);
  }
}

/**
 * Runs a reconcile, and again, and fails where a later run still writes: it would do so on every event for ever. A write counts though it
 * changes nothing, and though it is refused; a dry run does not.
 * @param reconcile given the port to write through; one that holds a memory port or a recorded port already may leave that be
 * @throws UnsettledError whose message names each object, and field by field what would have been written. What reconcile throws, as it is
 */
export async function assertSettles(
  reconcile: (port: RecordedPort) => unknown,
  { port, warmUp = 1, passes = 1, facts = bundledFacts }: SettleOptions,
): Promise<void> {
  const recorded = isRecorded(port) ? port : recordWrites(port);
  let sent: SentRequest[] = [];
  const stop = watchLog(recorded, (request) => {
    if (isWrite(request) && !request.dryRun) sent.push(request);
  });
  try {
    for (let pass = 1; pass <= warmUp + passes; pass++) {
      sent = [];
      await reconcile(recorded);
      if (pass > warmUp && sent.length > 0) throw unsettled(sent, pass, facts);
    }
  } finally {
    stop();
  }
}

function unsettled(sent: readonly SentRequest[], pass: number, facts: FactSource): UnsettledError {
  const count = `${sent.length} ${sent.length === 1 ? "request" : "requests"}`;
  const message = `reconcile does not settle: pass ${pass} sent ${count} to write`;
  return new UnsettledError([message, ...sent.map(teller(facts))].join("\n"), pass, sent.map(withoutObjects));
}

function withoutObjects({ verb, ref, subresource, changed }: SentRequest): UnsettledRequest {
  return { verb, ref, changed, ...(subresource !== undefined && { subresource }) };
}

function isRecorded(port: ClusterPort): port is RecordedPort {
  return "clearRequests" in port && isLog(port);
}
