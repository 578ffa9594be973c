// @ts-check
// Writes the module that pins a version of kube-apiserver: node tools/cluster/pin.mjs VERSION
// Each staging module of the release's own go.mod is replaced by the same as it was published.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { partsOf } from "./versions.mjs";

const version = process.argv[2] ?? "";
const { staging } = partsOf(version);
const folder = fileURLToPath(new URL(`kube-${version}`, import.meta.url));
mkdirSync(folder, { recursive: true });

const found = execFileSync("go", ["mod", "download", "-json", `k8s.io/kubernetes@v${version}`], {
  cwd: folder,
});
const released = readFileSync(JSON.parse(found.toString()).GoMod, "utf8");
const go = released.match(/^go (\S+)$/m)?.[1];
const modules = [...released.matchAll(/^\s*(\S+) => \.\/staging\//gm)].map(([, name]) => name);
writeFileSync(
  `${folder}/go.mod`,
  `module churngate.dev/tools/cluster/kube

go ${go}

tool k8s.io/kubernetes/cmd/kube-apiserver

require k8s.io/kubernetes v${version} // indirect

replace (
${modules.map((name) => `\t${name} => ${name} ${staging}`).join("\n")}
)
`,
);
execFileSync("go", ["mod", "tidy"], { cwd: folder, stdio: "inherit" });
