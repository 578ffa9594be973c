import type { JsonObject } from "../json.js";
import type { RootShape } from "../plan/root.js";
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
  cx.desired = desired;
  cx.view = undefined;
  cx.viewer = derivative ? root.derivative : root.mixes ? root.own : undefined;
  cx.live = live;
  cx.derivative = derivative;
  cx.odd = false;
  cx.respelt = false;
  cx.site.whole = root.whole;
  cx.site.nodePorts.forget();
  cx.report = report;
}
