import { expect, test } from "vitest";
import { bundledRules } from "../../../../src/rules/bundled.js";
import { checkedStart } from "../../../../src/rules/init/checked.js";
import { isStart } from "../../../../src/rules/init/start.js";

function tableOf(group: string, kind: string) {
  const start = checkedStart({ group, kind }, [bundledRules], {}, { schemas: "s", mode: "replace" });
  if (!isStart(start)) throw new Error(start.code);
  const text = Object.entries(start.files).find(([file]) => file.endsWith(".cases.json"))?.[1] ?? "";
  return JSON.parse(text);
}

test.each(["Deployment", "StatefulSet", "DaemonSet"])("the server would take a table's %s", (kind) => {
  const { spec } = tableOf("apps", kind).base;
  expect(spec.template.spec.containers[0]).toEqual({ name: "demo", image: "demo" });
  expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
});

test("a Job's selector is the server's", () => {
  expect(tableOf("batch", "Job").base.spec).not.toHaveProperty("selector");
});

test("of a custom kind no field is taken away, which may be required", () => {
  const names: string[] = tableOf("cert-manager.io", "Certificate").cases.map(
    ({ name }: { name: string }) => name,
  );
  expect(names.filter((name) => /^spec\.\w+ is no longer stated/.test(name))).toEqual([]);
});
