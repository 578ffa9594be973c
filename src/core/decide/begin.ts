import type { JsonObject } from "../json.js";
import { type RootShape, viewOf } from "../plan/root.js";
import type { Context, Report } from "../walk/context.js";

/** Makes a context ready for one walk. */
export function begin(
  cx: Context,
  root: RootShape,
  desired: JsonObject,
  live: JsonObject,
  derivative: boolean,
  report?: Report,
): void {
  cx.desired = viewOf(root, desired, live, derivative);
  cx.live = live;
  cx.derivative = derivative;
  cx.odd = false;
  cx.site.whole = root.whole;
  cx.site.nodePorts.forget();
  cx.report = report;
}
