import { deployment } from "./objects.js";
import { table } from "./table.js";
import { edits } from "./writes.js";

table([
  {
    name: "the same again changes nothing",
    modes: ["replace", "apply", "merge"],
    first: deployment(),
    server: "unchanged",
  },
  {
    name: "replicas: null is the default",
    modes: ["replace", "apply"],
    first: deployment(),
    meanwhile: [edits("other", { spec: { replicas: 5 } })],
    desired: deployment({ replicas: null }),
    server: { changed: { "spec.replicas": 1 } },
  },
]);
