// @ts-check
// The layers of docs/architecture.md. An import may only point down this list.
const layers = ["core", "prose", "rules", "adapter", "cli"];

/** Optional peers, which only the adapter of each may name. */
const PEERS = "node_modules/(@kubernetes/client-node|kubernetes-fluent-client|prom-client)/";

/** One rule a layer: it must not reach a layer above it. */
const upward = layers.slice(0, -1).map((layer, index) => ({
  name: `${layer}-points-down`,
  severity: "error",
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${layers.slice(index + 1).join("|")})/|^src/index` },
}));

module.exports = {
  forbidden: [
    ...upward,
    {
      name: "core-is-pure",
      comment: "No Node built-ins, and only these packages, in the core.",
      severity: "error",
      from: { path: "^src/(core|prose)/" },
      to: { dependencyTypes: ["core", "npm"], pathNot: "node_modules/(fast-deep-equal)/" },
    },
    {
      name: "core-knows-no-files",
      comment: "A rule's shape is the core's business; the texts and the validators are not.",
      severity: "error",
      from: { path: "^src/(core|prose)/" },
      to: { path: "^src/generated/", pathNot: "^src/generated/rule\\.ts$" },
    },
    {
      name: "rules-run-anywhere",
      comment: "Only reading a directory of rules needs Node.js, and loads it when called.",
      severity: "error",
      from: { path: "^src/(rules|generated)/", pathNot: "^src/rules/load\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "cli-points-down",
      comment: "What the commands share knows neither what they decide nor how they print it.",
      severity: "error",
      from: { path: "^src/cli/(objects|cluster)/" },
      to: {
        path: "^src/cli/(explain|apply|evidence|learn|output|watch|audit|report|rules-test|complete|commands|program)/",
      },
    },
    {
      name: "rooms-of-commands-are-apart",
      comment: "What two of these commands share stands beside them.",
      severity: "error",
      from: { path: "^src/cli/(watch|audit|report)/" },
      to: { path: "^src/cli/(watch|audit|report)/", pathNot: "^src/cli/$1/" },
    },
    {
      name: "deciding-learns-nothing",
      comment:
        "What is learned of a kind, started from its facts or explained comes to a gate as rules and facts, like any other.",
      severity: "error",
      from: { path: "^src/rules/", pathNot: "^src/rules/(learn|init|explain)/" },
      to: { path: "^src/rules/(learn|init|explain)/" },
    },
    {
      name: "writing-learns-nothing",
      comment:
        "An ensurer asks by dry runs of its own (observed); evidence is gathered over it, never by it.",
      severity: "error",
      from: { path: "^src/adapter/ensure/" },
      to: { path: "^src/(rules/learn|adapter/evidence)/" },
    },
    {
      name: "churn-does-no-io",
      comment: "What it counts is brought to it; of an object it reads the metadata.",
      severity: "error",
      from: { path: "^src/adapter/churn/" },
      to: {
        path: "^src/(adapter/|rules/load\\.ts$)",
        pathNot: "^src/adapter/(churn/|port/(object|managed-fields)\\.ts$)",
      },
    },
    {
      name: "churn-runs-anywhere",
      severity: "error",
      from: { path: "^src/adapter/churn/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "page-is-apart",
      comment: "It is bundled for browsers: nothing imports it.",
      severity: "error",
      from: { path: "^src/(?!page/)" },
      to: { path: "^src/page/" },
    },
    {
      name: "page-knows-only-its-plots",
      comment: "Of what runs in Node.js it has the shape of a plot, as a type.",
      severity: "error",
      from: { path: "^src/page/" },
      to: { path: "^src/(?!page/)", pathNot: "^src/cli/report/plot\\.ts$" },
    },
    {
      name: "page-runs-in-browsers",
      severity: "error",
      from: { path: "^src/page/" },
      to: { dependencyTypes: ["core"] },
    },
    { name: "no-cycles", severity: "error", from: { path: "^src" }, to: { circular: true } },
    {
      name: "no-tests-in-src",
      severity: "error",
      from: { path: "^src" },
      to: { path: "^(test|tools|examples)/" },
    },
    {
      name: "only-what-is-installed-with-it",
      severity: "error",
      from: { path: "^src" },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "unknown", "undetermined"],
        dependencyTypesNot: ["npm-peer"],
      },
    },
    {
      name: "peers-in-their-adapters",
      comment:
        "Who does not use a client library need not install it; the command line says so where it needs one.",
      severity: "error",
      from: {
        path: "^src",
        pathNot: "^src/(adapter/((client-node|kfc)/|metrics\\.ts$)|cli/cluster/client\\.ts$)",
      },
      to: { path: PEERS },
    },
    {
      name: "adapters-on-request",
      comment: "Each is an entry of its own: what all users load reaches none.",
      severity: "error",
      from: {
        path: "^src",
        pathNot: "^src/(adapter/(client-node|kfc|testing)|cli)/|^src/generated/client-node",
      },
      to: { path: "^src/adapter/((client-node|kfc|testing)/|metrics\\.ts$)" },
    },
    {
      name: "the-port-is-the-adapters-ground",
      severity: "error",
      from: { path: "^src/adapter/port/" },
      to: { path: "^src/adapter/", pathNot: "^src/adapter/port/" },
    },
    {
      name: "clients-know-only-the-port",
      severity: "error",
      from: { path: "^src/adapter/(client-node|kfc)/" },
      to: {
        path: "^src/adapter/",
        pathNot: "^src/adapter/(port|client-node|kfc)/|^src/adapter/(exact|print)-json\\.ts$",
      },
    },
    { name: "no-missing-module", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
