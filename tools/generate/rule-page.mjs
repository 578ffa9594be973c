// Generates schemas/rule.md, what rule files, rule sets and tables of cases may say: node tools/generate/rule-page.mjs
import { readFile } from "node:fs/promises";
import { emitAt } from "./emit.mjs";
import { indented, onOneLine, pretty } from "./json.mjs";

/**
 * @typedef {{ $ref?: string, $defs?: Record<string, Schema>, title?: string, description?: string, markdownDescription?: string,
 *   type?: string | string[], enum?: unknown[], enumDescriptions?: string[], const?: unknown, default?: unknown,
 *   items?: Schema, properties?: Record<string, Schema>, required?: string[], examples?: unknown[] }} Schema
 */

const PAGES = [
  { file: "rule.schema.json", title: "Rule files", level: "#" },
  { file: "ruleset.schema.json", title: "Rule sets", level: "##" },
  { file: "cases.schema.json", title: "Tables of cases", level: "##" },
];

/** The anchors of headings, as GitHub makes them: one that is there before gets a number. @type {Map<string, number>} */
const anchors = new Map();

/** @param {string} heading */
function anchor(heading) {
  const plain = heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");
  const before = anchors.get(plain) ?? 0;
  anchors.set(plain, before + 1);
  return before === 0 ? plain : `${plain}-${before}`;
}

/** One schema's part of the page. */
class Part {
  /** @param {Schema} schema @param {string} level */
  constructor(schema, level) {
    this.schema = schema;
    this.level = level;
    /** The entries that have their table already. @type {Set<string>} */
    this.shown = new Set();
    this.links = new Map(
      Object.keys(schema.properties ?? {}).map((name) => [name, `[\`${name}\`](#${anchor(name)})`]),
    );
  }

  /** @param {string} title @param {string} file */
  text(title, file) {
    const { schema, level, links } = this;
    return [
      `${level} ${title}`,
      meaning(schema),
      `Its schema is [${file}](${file}): an editor that reads it completes, explains and checks what is typed.`,
      indented(pretty(schema.examples?.[0])),
      this.table(schema, (name) => links.get(name) ?? name, false),
      ...Object.entries(schema.properties ?? {}).map(([name, property]) => this.section(name, property)),
    ].join("\n\n");
  }

  /** @param {string} name @param {Schema} property */
  section(name, property) {
    return [
      `${this.level}# \`${name}\``,
      meaning(property),
      ...this.values(property),
      ...this.entries(property),
      indented(`"${name}": ${pretty(property.examples?.[0])}`),
    ].join("\n\n");
  }

  /** What each value of an enumeration means. @param {Schema} schema */
  values({ enum: all = [], enumDescriptions: said = [] }) {
    if (said.length === 0) return [];
    return [
      rows(
        ["value", ""],
        all.map((value, index) => [`\`${value}\``, said[index] ?? ""]),
      ),
    ];
  }

  /**
   * The tables of the objects within a property, each once.
   * @param {Schema} property @param {string} [place] within the property @returns {string[]}
   */
  entries(property, place = "") {
    const ref = property.$ref ?? property.items?.$ref;
    if (ref === undefined ? property.properties === undefined : this.shown.has(ref)) return [];
    if (ref !== undefined) this.shown.add(ref);
    const entry = ref === undefined ? property : this.at(ref);
    const deeper = Object.entries(entry.properties ?? {}).filter(([name]) => !this.isTop(name, entry));
    return [
      labelled(
        place,
        this.table(entry, (name) => `\`${name}\``, true),
      ),
      ...deeper.flatMap(([name, each]) => {
        const at = place === "" ? name : `${place}.${name}`;
        return [...this.values(each).map((table) => labelled(at, table)), ...this.entries(each, at)];
      }),
    ];
  }

  /** Whether an entry's property is one of the file's own, laid over it. @param {string} name @param {Schema} entry */
  isTop(name, entry) {
    return name !== COMMENT && this.links.has(name) && LAID_OVER.has(entry.title ?? "");
  }

  /** @param {Schema} schema @param {(name: string) => string} heading @param {boolean} withExample */
  table(schema, heading, withExample) {
    const all = Object.entries(schema.properties ?? {});
    const lines = all
      .filter(([name]) => !this.isTop(name, schema) && !(withExample && name === COMMENT))
      .map(([name, property]) => {
        const { text, fallback } = split(property, schema.required?.includes(name) ?? false);
        const example = withExample ? [`\`${onOneLine(property.examples?.[0])}\``] : [];
        return [heading(name), this.shape(property), fallback, text, ...example];
      });
    const above = all.filter(([name]) => this.isTop(name, schema)).map(([name]) => this.links.get(name));
    const also =
      above.length === 0
        ? []
        : [[above.join(", "), "as above", "as the rule says", "As in the rule itself.", ""]];
    return rows(
      ["", "shape", "left out", "meaning", ...(withExample ? ["example"] : [])],
      [...lines, ...also],
    );
  }

  /** @param {Schema} schema @returns {string} */
  shape(schema) {
    if (schema.$ref !== undefined) return this.shape(this.at(schema.$ref));
    if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
    if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(", ");
    const types = [schema.type ?? "object"].flat();
    return types.map((type) => this.ofType(type, schema)).join(" or ");
  }

  /** @param {string} type @param {Schema} schema */
  ofType(type, schema) {
    if (type === "array") return schema.items === undefined ? "list" : `list of: ${this.shape(schema.items)}`;
    if (type === "object" && schema.properties !== undefined)
      return `\`{ ${Object.keys(schema.properties)
        .filter((name) => name !== COMMENT)
        .join(", ")} }\``;
    if (type === "string" && isPath(schema)) return "field path";
    return WORDS[type] ?? type;
  }

  /** @param {string} ref @returns {Schema} */
  at(ref) {
    const found = this.schema.$defs?.[ref.slice("#/$defs/".length)];
    if (found === undefined) throw new Error(`${ref} leads nowhere`);
    return found;
  }
}

/** Explained once, of the whole file. */
const COMMENT = "$comment";

/** Entries that may say what the rule itself says. */
const LAID_OVER = new Set(["When", "RuleOverride"]);

/** @type {Record<string, string>} */
const WORDS = {
  string: "text",
  boolean: "`true` or `false`",
  null: "`null`",
  object: "object",
  number: "number",
};

/** @param {string} place @param {string} table */
function labelled(place, table) {
  return place === "" ? table : `\`${place}\`:\n\n${table}`;
}

/** @param {Schema} schema */
function isPath({ description = "" }) {
  return /field path/i.test(description);
}

/** @param {Schema} schema */
function meaning({ markdownDescription, description = "" }) {
  return markdownDescription ?? description;
}

/** What a property means, and what holds where it is left out. @param {Schema} property @param {boolean} required */
function split({ description = "", default: value }, required) {
  const [, text = description, leftOut] = /^(.*?) ?Left out: (.*)\.$/s.exec(description) ?? [];
  const fallback = value === undefined ? (leftOut ?? "") : `\`${value}\``;
  return { text, fallback: required ? "required" : fallback };
}

/** A Markdown table. @param {string[]} head @param {string[][]} body */
function rows(head, body) {
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...body.map(line)].join("\n");
}

const schemas = await Promise.all(
  PAGES.map(({ file }) => readFile(new URL(`../../schemas/${file}`, import.meta.url), "utf8")),
);
// Not as each is read: anchors are counted in the order of the page.
const parts = PAGES.map(({ file, title, level }, index) =>
  new Part(JSON.parse(schemas[index] ?? ""), level).text(title, file),
);

await emitAt(
  "schemas/rule.md",
  `<!-- Generated by \`npm run generate\` from schemas/rule.schema.json, ruleset.schema.json and cases.schema.json. Do not edit. -->

${parts.join("\n\n")}
`,
);
