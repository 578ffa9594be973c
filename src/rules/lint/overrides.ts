import { formatPointer } from "../../core/path.js";
import type { Match } from "../../generated/rule.js";
import type { Check } from "./context.js";

/** What names and label values can be, with * for any text. Names are path segments at the least. */
const NAME = /^(?!\.{1,2}$)[^/%]{1,253}$/;
const NAMESPACE = /^[a-z0-9*]([a-z0-9*-]{0,61}[a-z0-9*])?$/;
const LABEL_KEY = /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9*]([A-Za-z0-9._*-]{0,61}[A-Za-z0-9*])?)?$/;

/** An override that no object can match. */
export const overrides: Check = function* ({ rule, document, kinds }) {
  const clusterWide = kinds.length > 0 && kinds.every((kind) => !kind.namespaced);
  for (const [index, { match }] of (rule.overrides ?? []).entries()) {
    for (const { property, value, pointer } of impossible(match, clusterWide)) {
      const at = `/overrides/${index}/match${pointer}`;
      yield document.errorAt({ code: "override-never-matches", property, value }, at);
    }
  }
};

function* impossible({ name, namespace, labels }: Match, clusterWide: boolean) {
  if (name !== undefined && !NAME.test(name)) yield { property: "name", value: name, pointer: "/name" };
  if (namespace !== undefined && (clusterWide || !NAMESPACE.test(namespace))) {
    yield { property: "namespace", value: namespace, pointer: "/namespace" };
  }
  for (const [key, value] of Object.entries(labels ?? {})) {
    if (LABEL_KEY.test(key) && LABEL_VALUE.test(value)) continue;
    yield { property: "label", value: `${key}=${value}`, pointer: `/labels${formatPointer([key])}` };
  }
}
